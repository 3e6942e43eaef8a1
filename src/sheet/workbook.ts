/** Finds the parts of an xlsx to read by following its relations, since part names vary. */

import { SheetProblem } from './SheetProblem'
import { isTrue, parseXml, type XmlHandler } from './xml'
import type { Zip, ZipPart } from './zip'

interface Workbook {
  /** The worksheets that are not hidden, in the order of their tabs; at least one. */
  sheets: readonly { name: string; part: ZipPart }[]
  sharedStrings: ZipPart | undefined
  styles: ZipPart | undefined
  /** Days count from 1904 rather than from 1900. */
  from1904: boolean
}

interface Relation {
  id: string
  /** The last segment of the type URI: `worksheet`. The rest differs between transitional and strict files. */
  type: string
  target: string
}

/** Throws `SheetProblem`: `noSheet`, `notSpreadsheet`, and the codes of `parseXml` and `Zip.read`. */
export function openWorkbook(zip: Zip): Workbook {
  const main = relationsOf(zip, '').find(relation => relation.type === 'officeDocument')
  const part = main && zip.find(main.target)
  if (!part) throw new SheetProblem('notSpreadsheet')
  const { sheets, from1904, isWorkbook } = readWorkbook(zip, part)
  if (!isWorkbook) throw new SheetProblem('notSpreadsheet')
  const relations = relationsOf(zip, part.name)
  const related = (type: string) => {
    const relation = relations.find(candidate => candidate.type === type)
    return relation && zip.find(relation.target)
  }
  const worksheets = new Map(
    relations
      .filter(relation => relation.type === 'worksheet')
      .map(relation => [relation.id, relation.target]),
  )
  const visibleSheets = sheets.flatMap(({ name, relation, isHidden }) => {
    const target = worksheets.get(relation)
    if (isHidden || target === undefined) return []
    const sheetPart = zip.find(target)
    if (!sheetPart) throw new SheetProblem('corrupt')
    return [{ name, part: sheetPart }]
  })
  if (visibleSheets.length === 0) throw new SheetProblem('noSheet')
  return {
    sheets: visibleSheets,
    sharedStrings: related('sharedStrings'),
    styles: related('styles'),
    from1904,
  }
}

/** Reads a whole part without pauses; for small parts. */
export function readPart(zip: Zip, part: ZipPart, handler: XmlHandler): void {
  for (const _ of parseXml(zip.read(part), handler));
}

function readWorkbook(zip: Zip, part: ZipPart) {
  const sheets: { name: string; relation: string; isHidden: boolean }[] = []
  let from1904 = false
  let isWorkbook = false
  readPart(zip, part, {
    open(name, attribute) {
      if (name === 'workbook') isWorkbook = true
      if (name === 'workbookPr') from1904 = isTrue(attribute('date1904'))
      if (name === 'sheet')
        sheets.push({
          name: attribute('name') ?? '',
          relation: attribute('id') ?? '',
          isHidden: /^(hidden|veryHidden)$/.test(attribute('state') ?? ''),
        })
    },
  })
  return { sheets, from1904, isWorkbook }
}

/** The relations of a part (`''` for the package); targets are resolved to part names. */
function relationsOf(zip: Zip, owner: string): Relation[] {
  const name = owner.replaceAll('\\', '/').replace(/^\/+/, '')
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const part = zip.find(`${folder}_rels/${name.slice(folder.length)}.rels`)
  const relations: Relation[] = []
  if (!part) return relations
  readPart(zip, part, {
    open(element, attribute) {
      if (element !== 'Relationship' || attribute('TargetMode') === 'External') return
      const type = attribute('Type') ?? ''
      relations.push({
        id: attribute('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolve(folder, attribute('Target') ?? ''),
      })
    },
  })
  return relations
}

function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const names: string[] = []
  for (const name of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
