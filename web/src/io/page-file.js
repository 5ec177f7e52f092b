// The single-file page with a link inside it, for people who have no rowlens at hand: it opens from
// a disk, without a network.

const ID = "inside-link";
const own = document.getElementById("inside-decoder") ? pristine() : ""; // before anything is shown in it

/** The text of the single-file page, without the link it was saved with. */
function pristine() {
  const link = document.getElementById(ID);
  link?.remove();
  const text = `<!DOCTYPE html>${document.documentElement.outerHTML}`;
  if (link) document.body.append(link);
  return text;
}

/** A page of several files gets the single one from its server. */
async function text() {
  if (own) return own;
  const answer = await fetch("rowlens.html");
  if (!answer.ok) throw new Error(`the server answers ${answer.status} for rowlens.html`);
  return answer.text();
}

/** @param {string} link the fragment of a link; it has no character that ends an element @returns {Promise<Blob>} */
export async function wholePage(link) {
  const html = await text();
  const at = html.lastIndexOf("</body>");
  return new Blob([html.slice(0, at), `<script type="text/plain" id="${ID}">${link}</script>`, html.slice(at)], { type: "text/html" });
}
