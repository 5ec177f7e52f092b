// The shared vectors in a browser's worker: the title lists what differs.
import { connect } from "rowlens";
import { judge } from "/compare.mjs";
import { parse, stringify } from "/json.mjs";

const AT_ONCE = 200;

async function run() {
  const rl = connect(new Worker("/node_modules/rowlens/dist/worker.js", { type: "module" }));
  await rl.init();
  const asked = (await (await fetch("/asked.jsonl")).text()).trim().split("\n").map(parse);
  const schemas = new Map(); // by format, each including the previous ones
  const define = async ({ id, format, ...of }) => {
    const before = schemas.get(format);
    schemas.set(format, await rl.openSchema(format, stringify({ format, ...of }), { uses: before ? [before] : [] }));
    await before?.close();
    return stringify({ id, ok: true });
  };
  const answer = (request) => {
    if (request.op === "define") return define(request);
    const schema = schemas.get(request.format);
    return rl.answer(`${stringify(request).slice(0, -1)}${schema ? `,"schema":${schema.handle}` : ""}}`);
  };
  const wrong = [];
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE);
    const defining = some.some(({ request }) => request.op === "define"); // in sequence
    const answers = [];
    for (const { request } of some) answers.push(defining ? await answer(request) : answer(request));
    const texts = await Promise.all(answers);
    some.forEach(({ vector, request }, i) => {
      const found = judge(request.op, vector, parse(texts[i]));
      if (found) wrong.push(`${request.id}: ${found}`);
    });
  }
  return JSON.stringify({ asked: asked.length, wrong: wrong.slice(0, 10) });
}

run().then((text) => (document.title = text), (e) => (document.title = String(e)));
