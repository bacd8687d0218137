// Chooses the browser's own time zone where a page asks for one and nobody has chosen yet.
for (const field of document.querySelectorAll("select[data-guess-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const untouched = field.value === "UTC" && !field.form.querySelector(".errorlist");
  if (untouched && [...field.options].some((option) => option.value === zone)) field.value = zone;
}
