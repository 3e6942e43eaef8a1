/**
 * The header of a checked sheet: the column that each header means, by config, by the user's choice, or by a similar
 * name until the user chooses.
 */
import type { ColumnMapping } from '../../../../contract/devices'
import { hasLevel } from '../../../../domain/authority'
import { ownValue } from '../../../../domain/own'
import type { CompiledRosterColumn } from '../../../../engine/compiled'
import { pick } from '../../../../engine/i18n'
import {
  EVERY_OTHER,
  type HeaderCell,
  isColumnRequired,
  isMappable,
  matchHeaders,
  type SheetContext,
} from '../../../../engine/roster'
import { rowOf, type StoredRow } from './storedRow'
import type { ColumnOption, UnknownHeader } from './types'

/** How many rows are searched for examples, and how many examples are shown. */
const SEARCHED_ROWS = 200
const EXAMPLES = 3
/** A Korean word of two letters with another letter is another word. */
const SIMILAR_LENGTH = 3

export class SheetHeader {
  /** By the name of a header; null for a column that the user does not want. */
  #chosen: ColumnMapping = {}
  #suggested: ColumnMapping = {}
  /** The headers as config understands them, and as they are read. */
  #known: readonly HeaderCell[] = []
  #read: readonly HeaderCell[] = []

  constructor(
    readonly row: StoredRow,
    private context: SheetContext,
  ) {
    this.#match()
  }

  setPurpose(isUpdate: boolean): void {
    this.context = { ...this.context, isUpdate }
    this.#match()
  }

  /** Notes what the user has chosen for headers. */
  map(columns: ColumnMapping): void {
    this.#chosen = { ...this.#chosen, ...columns }
    this.#match()
  }

  #match(): void {
    const row = rowOf(this.row)
    this.#known = matchHeaders(row, this.context)
    const used = new Set(
      matchHeaders(row, { ...this.context, mapping: this.#chosen }).flatMap(
        ({ column }) => column?.field ?? [],
      ),
    )
    const suggested: [name: string, field: string][] = []
    for (const { name, suggestion } of this.#known) {
      if (!suggestion || name.length < SIMILAR_LENGTH || used.has(suggestion.field)) continue
      if (!this.#isOffered(suggestion) || ownValue(this.#chosen, name) !== undefined) continue
      suggested.push([name, suggestion.field])
      used.add(suggestion.field)
    }
    this.#suggested = Object.fromEntries(suggested)
    this.#read = matchHeaders(row, this.readContext)
  }

  /** The user may fill in the column. */
  #isOffered(column: CompiledRosterColumn): boolean {
    const { level, config } = this.context
    return hasLevel(level, column.level, config.levels.numbers) && isMappable(column, this.context)
  }

  get isChosen(): boolean {
    return Object.keys(this.#chosen).length > 0
  }

  /** For reading the rows. */
  get readContext(): SheetContext {
    return { ...this.context, mapping: { ...this.#suggested, ...this.#chosen } }
  }

  /** For the server: only columns that are read have their header. */
  get mapping(): ColumnMapping {
    const entries = Object.entries({ ...this.#suggested, ...this.#chosen })
    const isUnwanted = entries.some(([, field]) => field === null)
    return {
      ...Object.fromEntries(entries.filter(([, field]) => field !== null)),
      ...(isUnwanted && { [EVERY_OTHER]: null }),
    }
  }

  /** The names of the columns, by index. */
  get names(): string[] {
    const names = this.row.texts.map(() => '')
    for (const { at, name } of this.#read) names[at - 1] = name
    return names
  }

  columnAt(index: number): CompiledRosterColumn | undefined {
    return this.#read.find(({ at }) => at === index + 1)?.column
  }

  /** The headers that config does not know. */
  unknown(rows: readonly StoredRow[]): UnknownHeader[] {
    const { mapping = {} } = this.readContext
    return this.#known.flatMap(({ at, name, problem }, nth): UnknownHeader[] => {
      if (!problem) return []
      const field = this.#read[nth]!.problem ? undefined : ownValue(mapping, name)
      const texts = rows.slice(0, SEARCHED_ROWS).flatMap(({ texts }) => texts[at - 1] || [])
      return [
        {
          name,
          fault: { ...problem, index: at - 1, column: name },
          ...(field !== undefined && { field }),
          isSuggested: ownValue(this.#suggested, name) !== undefined,
          examples: [...new Set(texts)].slice(0, EXAMPLES),
        },
      ]
    })
  }

  /** The columns that no known header means. */
  get options(): ColumnOption[] {
    const used = new Set(this.#known.map(({ column }) => column?.field))
    return this.context.plan.columns
      .filter(column => !used.has(column.field) && this.#isOffered(column))
      .map(column => ({
        field: column.field,
        header: pick(column.header, this.context.locale),
        isRequired: isColumnRequired(column, this.context),
      }))
  }
}
