/** Summary of an update by a sheet: for each column the number of changed devices, with examples. */
import type { RosterDifferences } from '../../../contract/devices'
import type { CompiledConfig, CompiledField, Locale } from '../../../engine/compiled'
import { pick } from '../../../engine/i18n'
import type { RosterReader } from '../../../engine/roster'
import { isEmptyValue } from '../../../engine/values'
import type { RosterProblems } from './rosterProblems'

type Column = RosterDifferences['columns'][number]

/** Examples per column. */
const EXAMPLES = 5

export class Differences {
  changed = 0
  unchanged = 0
  unknown = 0
  readonly #columns = new Map<string, Omit<Column, 'column'>>()

  /** Notes that a column of a device changes. */
  note(field: string, example: Column['examples'][number]): void {
    const column = this.#columns.get(field) ?? { devices: 0, examples: [] }
    column.devices += 1
    if (column.examples.length < EXAMPLES) column.examples.push(example)
    this.#columns.set(field, column)
  }

  /** The number of rows that name a device, registered or not. */
  get devices(): number {
    return this.changed + this.unchanged + this.unknown
  }

  /** The summary for the sender. */
  summary(header: RosterReader, problems: RosterProblems): RosterDifferences {
    const { devices, changed, unchanged, unknown } = this
    return {
      devices,
      changed,
      unchanged,
      unknown,
      columns: this.#columnsBy(header),
      ignored: [...header.ignored],
      rows: problems.rows(),
      rowsTotal: problems.total,
    }
  }

  /** The columns in the order of the sheet; columns that are not in the sheet (cleared by another change) come last. */
  #columnsBy({ headers, headerOf }: RosterReader): Column[] {
    const columns = [...this.#columns].map(([field, column]) => ({ column: headerOf(field), ...column }))
    const positionOf = ({ column }: Column) => {
      const index = headers.indexOf(column)
      return index < 0 ? headers.length : index
    }
    return columns.sort((a, b) => positionOf(a) - positionOf(b))
  }
}

/** Formats a value as in a sheet, at most 100 characters. */
export function shownValue(
  field: CompiledField | undefined,
  value: unknown,
  { yes, no }: Pick<CompiledConfig['roster'], 'yes' | 'no'>,
  locale: Locale,
): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return (value ? yes : no)[0] ?? ''
  if (field && isEmptyValue(field, value)) return ''
  const shownEntry = (entry: unknown) => {
    const label = field?.choices?.find(choice => choice.value === entry)?.label
    return label ? pick(label, locale) : String(entry)
  }
  const text = Array.isArray(value) ? value.map(shownEntry).join(', ') : shownEntry(value)
  return [...text].slice(0, 100).join('')
}
