/**
 * What a sheet of a resource contains. The sheet of devices is `roster.json`; that of every other resource with
 * `import` is derived from its fields, in the browser as on the server.
 */
import { highest } from '../../domain/authority'
import { ownValue } from '../../domain/own'
import { plainHeader } from '../../domain/typed'
import type {
  CompiledConfig,
  CompiledField,
  CompiledImport,
  CompiledResource,
  CompiledRoster,
  CompiledRosterColumn,
} from '../compiled'
import { BUILT_IN_UNIQUE } from '../fields/uniqueFields'
import { KINDS } from '../kinds'
import { isReferring } from '../kinds/choices'
import type { RuleName } from '../validation/rules'
import type { CellProblem } from './types'

/** The columns of a sheet and the words of its cells. */
export interface SheetPlan extends Omit<CompiledRoster, 'fileName'> {
  /** Validates the rows. */
  resource: CompiledResource
  /** The field by which rows find stored records; without it rows only add records. */
  key?: string
  /** Columns of built-in values that every record needs, even if config does not require them. */
  always: readonly string[]
  /** Columns in which no two rows may have the same value, with the code of the problem of the later row. */
  distinct: readonly { name: string; code: CellProblem['code'] }[]
  /** True for a field whose cells name other records: only the server can convert the names to ids. */
  isByName(field: Pick<CompiledField, 'name' | 'type' | 'storage'>): boolean
  /**
   * True for the sheet of devices. It may have a column without a field (the secret), and the values of its built-in
   * fields are passed on as texts (`RosterRecord`).
   */
  isRoster: boolean
}

/** Columns that every registration of a device needs. */
export const REQUIRED_COLUMNS = ['id', 'isdn', 'model'] as const

/** Rules of devices that the database requires, even if config does not. */
const DATABASE_RULES: Readonly<Record<string, readonly RuleName[]>> = { id: ['imei'], isdn: ['phone'] }

/**
 * In the sheet of devices the cells of these fields are names, even if config does not declare the field as a
 * reference. Model and batch are not here: their fields contain the name, so the cell is validated as a text.
 */
const ENTERED_BY_NAME: ReadonlySet<string> = new Set(['vendor', 'client', 'bunch'])

/** The sheet that registers or updates devices. */
export function rosterPlan({ roster, resources }: Pick<CompiledConfig, 'roster' | 'resources'>): SheetPlan {
  return {
    ...roster,
    columns: roster.columns.map(column => ({
      ...column,
      rules: [...new Set([...column.rules, ...(ownValue(DATABASE_RULES, column.field) ?? [])])],
    })),
    resource: resources.devices!,
    key: 'id',
    always: REQUIRED_COLUMNS,
    distinct: [
      { name: 'id', code: 'duplicateImei' },
      { name: 'isdn', code: 'duplicatePhone' },
    ],
    isByName: ({ name, storage, type }) =>
      ENTERED_BY_NAME.has(name) || (storage === 'contract' && type === 'reference'),
    isRoster: true,
  }
}

/** The sheet that imports records of a resource; `undefined` if the resource has no `import`. */
export function importPlan(
  { roster, resources }: Pick<CompiledConfig, 'roster' | 'resources'>,
  name: string,
): SheetPlan | undefined {
  const resource = ownValue(resources, name)
  if (!resource?.import) return undefined
  const { key } = resource.import
  // Duplicates of fields with `unique` in config are found by `duplicateFinder`.
  const distinct = (ownValue(BUILT_IN_UNIQUE, name) ?? []).filter(field => !resource.fields[field]?.unique)
  return {
    ...roster,
    sheet: resource.label,
    columns: importColumns(resource, resource.import),
    resource: withoutPasswords(resource),
    ...(key !== undefined && { key }),
    always: [],
    distinct: distinct.map(field => ({ name: field, code: 'duplicateValue' })),
    isByName: ({ type }) => isReferring(type),
    isRoster: false,
  }
}

/** The sheet of a resource. */
export const planOf = (config: Pick<CompiledConfig, 'roster' | 'resources'>, resource: string) =>
  resource === 'devices' ? rosterPlan(config) : importPlan(config, resource)

/** The fields that a sheet can fill in, in the order of the form. */
export function importableFields({
  fields,
  form,
}: Pick<CompiledResource, 'fields' | 'form'>): CompiledField[] {
  const names = form?.sections.flatMap(section => section.fields) ?? Object.keys(fields)
  return [...new Set(names)]
    .flatMap(name => ownValue(fields, name) ?? [])
    .filter(
      ({ type, write, computed }) => write !== 'never' && !computed && !KINDS[type].notIn.includes('cells'),
    )
}

/** Characters of a cell; the bounds of the fields are checked with the row. */
const MAX_CELL = 10_000

/**
 * Rules that are applied to the cell: `imei` recognises digits that the spreadsheet has changed, and with `email`
 * full-width and invisible characters are corrected. The other rules are checked with the row.
 */
const IMPORT_CELL_RULES: readonly RuleName[] = ['imei', 'email']

function importColumns(resource: CompiledResource, settings: CompiledImport): CompiledRosterColumn[] {
  const fields = importableFields(resource)
  const chosen = settings.columns
    ? settings.columns.flatMap(column => {
        const field = fields.find(({ name }) => name === column.field)
        return field ? [{ column, field }] : []
      })
    : fields.map(field => ({ column: undefined, field }))
  const headers = new Set(
    chosen.flatMap(({ column, field }) => Object.values(column?.header ?? field.label).map(plainHeader)),
  )
  return chosen.map(({ column, field }) => ({
    field: field.name,
    header: column?.header ?? field.label,
    // The API name of a field is a header too, unless another column has it as its label.
    aliases: [...(column?.aliases ?? []), ...(headers.has(plainHeader(field.name)) ? [] : [field.name])],
    required: column?.required ?? false,
    // The message of a rule in config is shown only if the rule is checked with the row.
    rules: field.rules.flatMap(({ rule, message }) =>
      IMPORT_CELL_RULES.includes(rule) && !message ? [rule] : [],
    ),
    max: MAX_CELL,
    width: column?.width ?? KINDS[field.type].width,
    // `never` does not occur, since `importableFields` leaves out such fields; only its type includes it.
    level: highest(field.read, field.write === 'never' ? 'nobody' : field.write),
    examples: column?.examples ?? [],
    ...((column?.help ?? field.help) && { help: column?.help ?? field.help }),
    storage: field.storage,
  }))
}

/** The resource for records without a password: such an account cannot sign in until the form sets one. */
const withoutPasswords = (resource: CompiledResource): CompiledResource => ({
  ...resource,
  fields: Object.fromEntries(
    Object.entries(resource.fields).map(([name, { required, ...field }]) => [
      name,
      field.type === 'password' || required === undefined ? field : { ...field, required },
    ]),
  ),
})
