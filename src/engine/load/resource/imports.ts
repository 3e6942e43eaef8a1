/** Compiles `import`, and checks that its sheet can add the records of the resource. */
import { isAtLeast } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledImport } from '../../compiled'
import { BUILT_IN_UNIQUE } from '../../fields/uniqueFields'
import { localized } from '../../i18n'
import { importableFields, importPlan } from '../../roster/plan'
import { isAlwaysRequired } from '../../roster/validateRow'
import type { ResourceCheck, ResourceContext } from './context'
import { checkHeaders } from './headers'

export function compileImport({ file, levelOf }: ResourceContext): CompiledImport | undefined {
  if (file.import === undefined) return undefined
  const { level, key, columns } = typeof file.import === 'string' ? { level: file.import } : file.import
  return {
    level: levelOf(level),
    ...(key !== undefined && { key }),
    ...(columns && {
      columns: columns.map(({ header, help, ...column }) => ({
        ...column,
        ...(header && { header: localized(header) }),
        ...(help && { help: localized(help) }),
      })),
    }),
  }
}

/** Reports an import that no one could use, or whose rows could not be read. */
export function checkImport({ name, file, root, resource, supported, contract }: ResourceCheck): void {
  const settings = resource.import
  if (!settings) return
  const loc = root.at('import')
  // Devices have the sheet of roster.json; orders and the history are no records that a user enters.
  if (supported.formCreates === false || contract?.readOnly) {
    loc.reportKey('noEffect', { name: 'import', resource: name })
    return
  }
  const levelLoc = typeof file.import === 'string' ? loc : loc.at('level')
  const { create } = resource.access
  if (!isAtLeast(settings.level, create)) levelLoc.report('importLevel', { level: settings.level, create })
  checkKey(settings, loc, resource)
  const names = importableFields(resource).map(field => field.name)
  const { columns = [] } = settings
  loc.at('columns').expectUniqueKey(columns, 'field')
  for (const [index, column] of columns.entries())
    loc.at('columns', index, 'field').expectKnown(column.field, names, 'importField')
  const inSheet = columns.length > 0 ? columns.map(({ field }) => field) : names
  const sheet = importPlan({ roster: NO_ROSTER, resources: { [name]: resource } }, name)!
  // Without a column for every required field, no record could be added.
  for (const field of Object.values(sheet.resource.fields))
    if (field.write !== 'never' && isAlwaysRequired(field) && !inSheet.includes(field.name))
      loc.report('importNeeds', { name: field.name })
  checkHeaders(sheet.columns, columns.length > 0 ? index => loc.at('columns', index, 'header') : () => loc)
}

/** The words of `roster.json` do not matter for the columns. */
const NO_ROSTER = {
  sheet: { ko: '', en: '' },
  fileName: { ko: '', en: '' },
  yes: [],
  no: [],
  clear: [],
  numbering: [],
  imeiCheckDigit: true,
  columns: [],
}

/** The key must find one record: a column whose values are unique. */
function checkKey(
  { key }: CompiledImport,
  loc: ReturnType<ResourceCheck['root']['at']>,
  resource: ResourceCheck['resource'],
): void {
  if (key === undefined) return
  const builtIn = ownValue(BUILT_IN_UNIQUE, resource.name) ?? []
  const known = importableFields(resource)
    .filter(({ name, unique }) => builtIn.includes(name) || unique?.with.length === 0)
    .map(field => field.name)
  if (!known.includes(key)) loc.at('key').report('importKey', { name: key, known: known.join(', ') || '-' })
}
