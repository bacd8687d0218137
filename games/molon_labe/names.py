"""What kingdoms, generals, places and seasons are called. Every name may open a sentence, in each language."""

from __future__ import annotations

from collections.abc import Sequence

from games.molon_labe.position import General
from games.words import Sentence, say

KINGDOM_NAMES = {
    "barbarians": say("Barbarians"),
    "sarmatians": say("Sarmatians"),
    "greeks": say("Greeks"),
    "romans": say("Romans"),
    "carthaginians": say("Carthaginians"),
    "eastern": say("Eastern Kingdom"),
}

PEOPLES = {
    "barbarians": say("The Barbarians"),
    "sarmatians": say("The Sarmatians"),
    "greeks": say("The Greeks"),
    "romans": say("The Romans"),
    "carthaginians": say("The Carthaginians"),
    "eastern": say("The people of the East"),
}
"""The players of a kingdom as a sentence of prose calls them."""

PLACES = {
    "aegaeum": say("Mare Aegaeum"),
    "aegyptium": say("Mare Aegyptium"),
    "aeoliae": say("Insulae Aeoliae"),
    "africum": say("Mare Africum"),
    "alcimoennis": say("Alcimoennis"),
    "alexandria": say("Alexandria"),
    "ambracia": say("Ambracia"),
    "amphipolis": say("Amphipolis"),
    "ancona": say("Ancona"),
    "ancyra": say("Ancyra"),
    "antiochia": say("Antiochia"),
    "antium": say("Antium"),
    "aquincum": say("Aquincum"),
    "arretium": say("Arretium"),
    "athenae": say("Athenae"),
    "atlanticum": say("Oceanus Atlanticus"),
    "azagarium": say("Azagarium"),
    "balearicum": say("Mare Balearicum"),
    "bibracte": say("Bibracte"),
    "brigantium": say("Brigantium"),
    "brundisium": say("Brundisium"),
    "burdigala": say("Burdigala"),
    "byzantium": say("Byzantium"),
    "calisia": say("Calisia"),
    "cantabricum": say("Oceanus Cantabricus"),
    "capua": say("Capua"),
    "caralis": say("Caralis"),
    "carcinites": say("Sinus Carcinites"),
    "carthago": say("Carthago"),
    "charax": say("Charax"),
    "chersonesus": say("Chersonesus"),
    "cilicium": say("Aulon Cilicius"),
    "cirta": say("Cirta"),
    "clepidava": say("Clepidava"),
    "cnossus": say("Cnossus"),
    "colchicum": say("Mare Colchicum"),
    "corbilo": say("Corbilo"),
    "corinthiacum": say("Sinus Corinthiacus"),
    "corinthus": say("Corinthus"),
    "cremni": say("Cremni"),
    "creticum": say("Mare Creticum"),
    "criumetopon": say("Criumetopon"),
    "croton": say("Croton"),
    "cyrene": say("Cyrene"),
    "demetrias": say("Demetrias"),
    "dioscurias": say("Dioscurias"),
    "edessa": say("Edessa"),
    "elis": say("Elis"),
    "emporiae": say("Emporiae"),
    "ephesus": say("Ephesus"),
    "epidamnus": say("Epidamnus"),
    "euhesperides": say("Euhesperides"),
    "euxinus": say("Pontus Euxinus"),
    "exopolis": say("Exopolis"),
    "felsina": say("Felsina"),
    "gades": say("Gades"),
    "gaditanum": say("Fretum Gaditanum"),
    "gelonus": say("Gelonus"),
    "genua": say("Genua"),
    "gorgippia": say("Gorgippia"),
    "hadriaticum": say("Mare Hadriaticum"),
    "hadrumetum": say("Hadrumetum"),
    "helis": say("Helis"),
    "hierosolyma": say("Hierosolyma"),
    "hippo": say("Hippo Regius"),
    "ibericum": say("Mare Ibericum"),
    "icosium": say("Icosium"),
    "ictis": say("Ictis"),
    "ionium": say("Mare Ionium"),
    "istrus": say("Istrus"),
    "leptis": say("Leptis Magna"),
    "libycum": say("Mare Libycum"),
    "ligusticum": say("Mare Ligusticum"),
    "lilybaeum": say("Lilybaeum"),
    "luceria": say("Luceria"),
    "lutetia": say("Lutetia"),
    "lycium": say("Mare Lycium"),
    "lysimachia": say("Lysimachia"),
    "maeotis": say("Palus Maeotis"),
    "malaca": say("Malaca"),
    "massilia": say("Massilia"),
    "mastia": say("Mastia"),
    "mazaca": say("Mazaca"),
    "mediolanum": say("Mediolanum"),
    "memphis": say("Memphis"),
    "messana": say("Messana"),
    "nicomedia": say("Nicomedia"),
    "noreia": say("Noreia"),
    "numantia": say("Numantia"),
    "olbia": say("Olbia"),
    "paestum": say("Paestum"),
    "panormus": say("Panormus"),
    "panticapaeum": say("Panticapaeum"),
    "paraetonium": say("Paraetonium"),
    "patavium": say("Patavium"),
    "pella": say("Pella"),
    "pergamum": say("Pergamum"),
    "petrodava": say("Petrodava"),
    "philippopolis": say("Philippopolis"),
    "phoenicium": say("Mare Phoenicium"),
    "rhodus": say("Rhodus"),
    "roma": say("Roma"),
    "saguntum": say("Saguntum"),
    "salamis": say("Salamis"),
    "salona": say("Salona"),
    "sardoum": say("Mare Sardoum"),
    "sarmizegetusa": say("Sarmizegetusa"),
    "siculum": say("Mare Siculum"),
    "side": say("Side"),
    "siga": say("Siga"),
    "singidunum": say("Singidunum"),
    "sinope": say("Sinope"),
    "sparta": say("Sparta"),
    "stobi": say("Stobi"),
    "superum": say("Mare Superum"),
    "syracusae": say("Syracusae"),
    "syrtis": say("Syrtis Minor"),
    "tacapae": say("Tacapae"),
    "tanais": say("Tanais"),
    "tarentinum": say("Sinus Tarentinus"),
    "tarentum": say("Tarentum"),
    "tarsus": say("Tarsus"),
    "thracium": say("Mare Thracium"),
    "tingis": say("Tingis"),
    "toletum": say("Toletum"),
    "tolosa": say("Tolosa"),
    "trapezus": say("Trapezus"),
    "tyras": say("Tyras"),
    "tyrrhenum": say("Mare Tyrrhenum"),
    "tyrus": say("Tyrus"),
    "uspe": say("Uspe"),
    "volsinii": say("Volsinii"),
}
"""Cities and ships of the map."""


def general_name(kingdom: str, number: int) -> Sentence:
    """A general by kingdom and number."""
    match kingdom:
        case "barbarians":
            return say("Barbarian general {n}", n=number)
        case "sarmatians":
            return say("Sarmatian general {n}", n=number)
        case "greeks":
            return say("Greek general {n}", n=number)
        case "romans":
            return say("Roman general {n}", n=number)
        case "carthaginians":
            return say("Carthaginian general {n}", n=number)
    return say("Eastern general {n}", n=number)


def name_of(general: General) -> Sentence:
    """What a general is called."""
    return general_name(general.kingdom, general.number)


def season_name(season: int) -> Sentence:
    """A season of the track, 0 to 15."""
    year = 264 - season // 4
    match season % 4:
        case 0:
            return say("{year} B.C. Veris", year=year)
        case 1:
            return say("{year} B.C. Aestus", year=year)
        case 2:
            return say("{year} B.C. Autumnus", year=year)
    return say("{year} B.C. Hiemis", year=year)


def listed(names: Sequence[Sentence]) -> Sentence:
    """One or more names in a row."""
    *first, last = names
    return say("{names}, {name}", names=listed(first), name=last) if first else last


def way_name(way: Sequence[str]) -> Sentence:
    """The nodes of a way in a row."""
    return listed([PLACES[node] for node in way])
