/** Resolves the references of a sheet: cells hold the names or the ids of records. */
import { sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { RosterProblemCode } from '../../../engine/roster'
import type { Db } from '../../store/database'
import { recordsNamed } from '../../store/records/references'
import type { Tenant } from '../../store/tenancy'

/** A candidate record; `within_0`, `within_1` … are its values of the fields in `dependsOn`. */
type Choice = { id: string; name: string | null; owner: number } & Record<string, string | null>

export type ReferenceChoices = ReadonlyMap<CompiledField, readonly Choice[]>

/**
 * Reads the candidates for all cells of these fields, with one query per field.
 *
 * @param cells the cells of a field, as they are written
 */
export async function readChoices(
  { db, tenant, config }: { db: Db; tenant: Tenant; config: CompiledConfig },
  fields: readonly CompiledField[],
  cells: (field: CompiledField) => readonly unknown[],
): Promise<ReferenceChoices> {
  const choices = new Map<CompiledField, readonly Choice[]>()
  for (const field of fields) {
    const texts = [...new Set(cells(field).flatMap(cell => textsOf(field, cell)))]
    const options = {
      texts: sql`select unnest(${texts}::text[])`,
      narrowed: Object.keys(field.dependsOn ?? {}),
    }
    const result =
      texts.length > 0
        ? await sql<Choice>`${recordsNamed(tenant, config, field.reference!, options)}`.execute(db)
        : undefined
    choices.set(field, result?.rows ?? [])
  }
  return choices
}

type Chosen<Id> = { id: Id } | { code: RosterProblemCode }

/**
 * Finds the record for a cell by name, or else by id. Only records that agree with `dependsOn` match.
 *
 * @param futureValue the value of a field of the record after the change
 * @param vendor the vendor of the record: only its records and those of the provider match; 0 for any vendor
 */
export function chosenId(
  field: CompiledField,
  text: unknown,
  choices: readonly Choice[],
  futureValue: (field: string) => unknown,
  vendor = 0,
): Chosen<string | number> {
  const dependencies = Object.values(field.dependsOn ?? {}).map(name => String(futureValue(name) ?? ''))
  const wanted = comparable(text)
  const matching = choices.filter(
    choice =>
      dependencies.every((value, index) => choice[`within_${index}`] === value) &&
      (vendor === 0 || choice.owner === 0 || choice.owner === vendor),
  )
  const byName = matching.filter(({ name }) => name !== null && comparable(name) === wanted)
  const candidates = byName.length > 0 ? byName : matching.filter(({ id }) => id === wanted)
  const [first] = candidates
  if (!first) return { code: 'referenceUnknown' }
  if (candidates.length > 1) return { code: 'referenceAmbiguous' }
  return { id: field.reference === 'devices' ? first.id : Number(first.id) }
}

/** The value for a cell of a reference, or of a list of references. Parameters as `chosenId`. */
export function chosenValue(
  ...[field, text, ...rest]: Parameters<typeof chosenId>
): Chosen<string | number | (string | number)[]> {
  const { empty } = field
  if (empty && [empty.label.ko, empty.label.en].map(comparable).includes(comparable(text)))
    return { id: empty.value }
  const whole = chosenId(field, text, ...rest)
  if (field.type !== 'references') return whole
  // A name may contain a comma: the whole text is tried first.
  if ('id' in whole) return { id: [whole.id] }
  const each = partsOf(String(text)).map(part => chosenId(field, part, ...rest))
  const wrong = each.find(chosen => 'code' in chosen)
  return wrong ?? { id: each.flatMap(chosen => ('id' in chosen ? [chosen.id] : [])) }
}

/** The names in a list; between semicolons they may contain commas. */
const partsOf = (text: string) =>
  text
    .split(text.includes(';') ? ';' : ',')
    .map(part => part.trim())
    .filter(part => part !== '')

const comparable = (value: unknown): string => String(value).toLowerCase()

/** The texts to look for: of a list also its parts. */
function textsOf({ type }: CompiledField, cell: unknown): string[] {
  if (cell === undefined) return []
  const whole = comparable(cell)
  return type === 'references' ? [whole, ...partsOf(whole)] : [whole]
}
