/** What only the server can say of a record that config describes: where its references lead, and how its passwords are kept. */
import type { CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import { isNothing } from '../../../engine/values'
import { isReferable } from '../../store/records/references'
import type { Tenant } from '../../store/tenancy'
import { hashPassword } from '../accounts/passwords'
import type { Problems } from './acceptRecord'

/**
 * References must lead to something in reach, and to something that agrees with what they depend on. One that is not changed is
 * left alone: what it led to may be gone.
 */
export async function lostReferences(
  tenant: Tenant,
  { fields }: CompiledResource,
  taken: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>> | undefined,
): Promise<Problems> {
  const problems: Record<string, Problems[string]> = {}
  for (const field of Object.values(fields)) {
    const { name, reference, dependsOn = {} } = field
    const before = (one: string) => current && valueAt(current, one)
    const now = (one: string) => (valueAt(taken, one) === undefined ? before(one) : valueAt(taken, one))
    const value = now(name)
    if (!reference || isNothing(field, value)) continue
    const asked = [name, ...Object.values(dependsOn)]
    if (current && asked.every(one => now(one) === before(one))) continue
    const within = Object.fromEntries(Object.entries(dependsOn).map(([key, one]) => [key, now(one)]))
    if (!(await isReferable(tenant, reference, value, within)))
      problems[name] = { code: 'field.choice', params: {} }
  }
  return problems
}

/** Kept as hashes, and an empty one means that the old one stays. */
export async function withoutPasswords(
  { fields }: CompiledResource,
  data: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = { ...data }
  for (const { name, type, stored } of Object.values(fields)) {
    const value = kept[name]
    if (type !== 'password' || stored !== 'extra' || value === before[name]) continue
    if (typeof value === 'string' && value !== '') kept[name] = await hashPassword(value)
    else kept[name] = before[name] ?? ''
  }
  return kept
}
