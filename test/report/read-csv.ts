/** A reader of RFC 4180, strict: a stray quote or a row of another length throws. Written for tests, on its own. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw new Error("a quote is not closed");
        if (text[at] !== '"') field += text[at];
        else if (text[at + 1] === '"') field += text[at++];
        else break;
      }
      at++;
    } else {
      while (at < text.length && !",\n".includes(text[at]!)) {
        if (text[at] === '"') throw new Error(`a quote inside of a bare field at ${at}`);
        field += text[at++];
      }
    }
    row.push(field);
    if (text[at] === ",") {
      at++;
      continue;
    }
    if (at < text.length && text[at] !== "\n") throw new Error(`text behind a quoted field at ${at}`);
    at++;
    rows.push(row);
    row = [];
  }
  const [head = [], ...body] = rows;
  return body.map((fields, i) => {
    if (fields.length !== head.length) throw new Error(`row ${i + 1} has ${fields.length} fields`);
    return Object.fromEntries(head.map((name, column) => [name, fields[column]!]));
  });
}
