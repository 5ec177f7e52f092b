// The page as one file with a link inside of it, for those who have no rowlens at hand: it opens from a
// disk, without a network.

const whole = document.getElementById("inside-decoder") ? document.documentElement.outerHTML : ""; // before anything is shown in it

/** Where the page is one file, it is its own text; elsewhere its server, or its service worker, has the file. */
async function text() {
  if (whole) return `<!DOCTYPE html>${whole}`;
  const answer = await fetch("rowlens.html");
  if (!answer.ok) throw new Error(`the server answers ${answer.status} for rowlens.html`);
  return answer.text();
}

/** @param {string} link the fragment of a link, which holds no character that ends an element @returns {Promise<Blob>} */
export async function wholePage(link) {
  const html = await text();
  const at = html.lastIndexOf("</body>");
  const before = html.slice(0, at).replace(/<script type="text\/plain" id="inside-link">.*?<\/script>/, "");
  return new Blob([before, `<script type="text/plain" id="inside-link">${link}</script>`, html.slice(at)], { type: "text/html" });
}
