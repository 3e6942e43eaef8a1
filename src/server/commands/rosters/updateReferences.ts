/** References that config adds to devices, as an update names them: by what records are called, or by their id. */
import { sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { RosterProblemCode, RosterRecord } from '../../../engine/roster'
import type { Db } from '../../store/database'
import { referables } from '../../store/records/references'
import type { Tenant } from '../../store/tenancy'

/** A record that may be meant, and what it is of (`dependsOn`). */
type Choice = { id: string; name: string | null } & Record<string, string | null>

export type ReferenceChoices = ReadonlyMap<CompiledField, readonly Choice[]>

/** @param fields in an order in which one that depends on another comes behind it */
export async function readChoices(
  { db, tenant, config }: { db: Db; tenant: Tenant; config: CompiledConfig },
  fields: readonly CompiledField[],
  records: readonly RosterRecord[],
): Promise<ReferenceChoices> {
  const choices = new Map<CompiledField, readonly Choice[]>()
  for (const field of fields) {
    const texts = [...new Set(records.flatMap(({ extra }) => textOf(extra[field.name]) ?? []))]
    const wanted = {
      texts: sql`select unnest(${texts}::text[])`,
      narrowed: Object.keys(field.dependsOn ?? {}),
    }
    const found =
      texts.length > 0
        ? await sql<Choice>`${referables(tenant, config, field.reference!, wanted)}`.execute(db)
        : undefined
    choices.set(field, found?.rows ?? [])
  }
  return choices
}

/**
 * The id behind a text, of a record that agrees with what the reference depends on.
 *
 * @param futureValue a field of the device as it will be
 */
export function chosenId(
  { reference, dependsOn = {} }: CompiledField,
  text: unknown,
  choices: readonly Choice[],
  futureValue: (field: string) => unknown,
): { id: string | number } | { code: RosterProblemCode } {
  const wanted = textOf(text)
  const held = Object.values(dependsOn).map(name => String(futureValue(name) ?? ''))
  const fits = choices.filter(choice => held.every((value, at) => choice[`within_${at}`] === value))
  const called = fits.filter(({ name }) => name?.toLowerCase() === wanted)
  const found = called.length > 0 ? called : fits.filter(({ id }) => id === wanted)
  const [one] = found
  if (!one) return { code: 'referenceUnknown' }
  if (found.length > 1) return { code: 'referenceAmbiguous' }
  return { id: reference === 'devices' ? one.id : Number(one.id) }
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : String(value).toLowerCase()
