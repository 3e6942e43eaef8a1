/** Resolves added reference fields of an update sheet: cells hold the name or the id of a record. */
import { sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { RosterProblemCode, RosterRecord } from '../../../engine/roster'
import type { Db } from '../../store/database'
import { recordsNamed } from '../../store/records/references'
import type { Tenant } from '../../store/tenancy'

/** A candidate record; `within_0`, `within_1` … are its values of the fields in `dependsOn`. */
type Choice = { id: string; name: string | null } & Record<string, string | null>

export type ReferenceChoices = ReadonlyMap<CompiledField, readonly Choice[]>

/** Reads the candidates for all cells of these fields, with one query per field. */
export async function readChoices(
  { db, tenant, config }: { db: Db; tenant: Tenant; config: CompiledConfig },
  fields: readonly CompiledField[],
  records: readonly RosterRecord[],
): Promise<ReferenceChoices> {
  const choices = new Map<CompiledField, readonly Choice[]>()
  for (const field of fields) {
    const texts = [...new Set(records.flatMap(({ extra }) => textOf(extra[field.name]) ?? []))]
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

/**
 * Finds the record for a cell by name, or else by id. Only records that agree with `dependsOn` match.
 *
 * @param futureValue the value of a field of the device after the update
 */
export function chosenId(
  { reference, dependsOn = {} }: CompiledField,
  text: unknown,
  choices: readonly Choice[],
  futureValue: (field: string) => unknown,
): { id: string | number } | { code: RosterProblemCode } {
  const wanted = textOf(text)
  const dependencies = Object.values(dependsOn).map(name => String(futureValue(name) ?? ''))
  const matching = choices.filter(choice =>
    dependencies.every((value, index) => choice[`within_${index}`] === value),
  )
  const byName = matching.filter(({ name }) => name?.toLowerCase() === wanted)
  const candidates = byName.length > 0 ? byName : matching.filter(({ id }) => id === wanted)
  const [first] = candidates
  if (!first) return { code: 'referenceUnknown' }
  if (candidates.length > 1) return { code: 'referenceAmbiguous' }
  return { id: reference === 'devices' ? first.id : Number(first.id) }
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : String(value).toLowerCase()
