/** The XML of a written workbook. */
import { escapeText } from './sharedStrings'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Indexes into the cell formats of `styles`. */
export const STYLE = { plain: 0, header: 1, text: 2, quoted: 3, wrapped: 4 } as const

/** The hidden sheet with the values of drop-downs. */
const LISTS = '_lists'
/** The last row of a worksheet (ECMA-376). */
const LAST_ROW = 1_048_576

export const packageRelations = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** Number format 49 is text, so that entered numbers keep their leading zeros. */
export const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Malgun Gothic"/></font><font><b/><sz val="11"/><name val="Malgun Gothic"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE7EDF5"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

const oneTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

export function contentTypes(sheets: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${oneTo(
    sheets,
  )
    .map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)
    .join('')}</Types>`
}

/** @param hasLists adds the hidden sheet */
export function workbook(names: readonly string[], hasLists: boolean): string {
  const sheets = tabNames(names).map((name, index) => sheetEntry(name, index + 1))
  if (hasLists) sheets.push(sheetEntry(LISTS, names.length + 1, ' state="hidden"'))
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`
}

const sheetEntry = (name: string, n: number, state = '') =>
  `<sheet name="${xml(name)}" sheetId="${n}"${state} r:id="rId${n}"/>`

/** Valid names of tabs: at most 31 characters, without []:*?/\, unique. */
function tabNames(names: readonly string[]): string[] {
  const usedNames = new Set([LISTS])
  return names.map((name, index) => {
    const base =
      name
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim()
        .slice(0, 31) || `Sheet${index + 1}`
    let tab = base
    // Four characters are left for the space and the number.
    for (let n = 2; usedNames.has(tab.toLowerCase()); n++) tab = `${base.slice(0, 27)} ${n}`
    usedNames.add(tab.toLowerCase())
    return tab
  })
}

export function workbookRelations(sheets: number): string {
  const worksheets = oneTo(sheets).map(
    n => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${worksheets.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
}

export function sheetHead(widths: readonly (number | undefined)[]): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width ?? 12}" style="${STYLE.text}" customWidth="1"/>`,
  )
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
}

export function sheetFoot(validations: readonly string[]): string {
  const dataValidations =
    validations.length > 0
      ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`
      : ''
  return `</sheetData>${dataValidations}</worksheet>`
}

/**
 * Offers the values of a list in the cells of a column below the header. Other values are refused unless `isOpen`.
 *
 * @param list index of the list among the columns of the hidden sheet, which has `length` values
 */
export function validation(
  column: number,
  { list, length, isOpen }: { list: number; length: number; isOpen: boolean },
): string {
  const cells = columnName(column)
  const from = columnName(list + 1)
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="${isOpen ? 0 : 1}" sqref="${cells}2:${cells}${LAST_ROW}"><formula1>${LISTS}!$${from}$1:$${from}$${length}</formula1></dataValidation>`
}

/** The hidden sheet: one column for each list, without a header. */
export function* hiddenListSheet(lists: readonly (readonly string[])[]): Generator<string> {
  yield sheetHead([]).replace(/<sheetViews>.*<\/sheetViews>/, '')
  for (let index = 0; index < Math.max(...lists.map(list => list.length)); index++)
    yield row(
      index + 1,
      lists.map(list => list[index] ?? null),
      STYLE.text,
    )
  yield sheetFoot([])
}

export function row(number: number, values: readonly (string | number | null)[], style: number): string {
  let cells = ''
  for (let index = 0; index < values.length; index++)
    cells += cell(`${columnName(index + 1)}${number}`, values[index]!, style)
  return `<row r="${number}">${cells}</row>`
}

function cell(reference: string, value: string | number | null, style: number): string {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`
  // Inline text is never a formula; the quote prefix keeps it text when the cell is edited.
  const cellStyle = style === STYLE.text && /^[=+\-@\t\r]/.test(value) ? STYLE.quoted : style
  const space = /^\s|\s$|[\n\t]/.test(value) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${cellStyle}" t="inlineStr"><is><t${space}>${xml(value)}</t></is></c>`
}

/** 28 → `AB`. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function xml(text: string): string {
  return escapeText(text).replace(/[&<>"]/g, mark => MARKS[mark]!)
}
