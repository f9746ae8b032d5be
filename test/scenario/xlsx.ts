/** Writes workbooks, faults included: the parts of one by hand, packed by Node's zlib. */
import { deflateRawSync } from "node:zlib";

export interface Packed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the archive says its size is, where that is a lie. */
  readonly size?: number;
  readonly flags?: number;
}

/** A zip archive, without checksums. */
export function zip(parts: readonly Packed[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, size = bytes.length, flags = 0 } of parts) {
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size, 18);
    head.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    const file = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), head, path, packed]);
    files.push(file);
    directory.push(entry, path);
    at += file.length;
  }
  const whole = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(whole.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, whole, end]);
}

/** A cell: a text, a number, or the XML of a cell behind its name: `{ xml: 't="e"><v>#DIV/0!</v>' }`. */
export type XlsxCell = string | number | null | { readonly xml: string };

const letter = (column: number): string => String.fromCharCode(65 + column);

const rowsXml = (rows: readonly (readonly XlsxCell[])[]): string =>
  rows
    .map((cells, r) => {
      const made = cells.map((cell, c) => {
        const name = `${letter(c)}${r + 1}`;
        if (cell === null) return "";
        if (typeof cell === "object") return `<c r="${name}" ${cell.xml}</c>`;
        return typeof cell === "number"
          ? `<c r="${name}"><v>${cell}</v></c>`
          : `<c r="${name}" t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;")}</t></is></c>`;
      });
      return `<row r="${r + 1}">${made.join("")}</row>`;
    })
    .join("");

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook; a sheet is its rows, or the XML inside of its `sheetData`. */
export function parts(sheets: Readonly<Record<string, readonly (readonly XlsxCell[])[] | string>>): Packed[] {
  const names = Object.keys(sheets);
  const part = (name: string, xml: string): Packed => ({ name, bytes: Buffer.from(XML + xml) });
  const styles = `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  return [
    part("[Content_Types].xml", "<Types/>"),
    part(
      "xl/workbook.xml",
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, i) => `<sheet name="${name.replaceAll("&", "&amp;")}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      `<Relationships>${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join("")}<Relationship Id="rId99" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    part("xl/styles.xml", styles),
    ...names.map((name, i) => {
      const rows = sheets[name]!;
      const data = typeof rows === "string" ? rows : rowsXml(rows);
      return part(
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`,
      );
    }),
  ];
}

export const workbook = (sheets: Parameters<typeof parts>[0]): Uint8Array => zip(parts(sheets));
