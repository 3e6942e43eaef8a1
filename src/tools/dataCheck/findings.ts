/**
 * Finds stored records that violate the config: a choice that no longer exists, a text that is too long, an empty
 * required field, a rule over several fields.
 */

import type { CompiledConfig, CompiledField, CompiledResource } from '../../engine/compiled'
import { isVolatile } from '../../engine/expressions/expression'
import { valueAt } from '../../engine/recordValue'
import { checkRules } from '../../engine/validation/checks'
import { withoutMovingBounds } from '../../engine/validation/dateBounds'
import { type FieldProblem, validateRecord } from '../../engine/validation/validateRecord'

const MAX_EXAMPLES = 3
/** In characters. Longer values of choices are not shown; longer duplicates are shortened. */
export const MAX_EXAMPLE_LENGTH = 60

export interface Finding {
  resource: string
  field: string
  kind: 'choice' | 'tooLong' | 'missing' | 'other'
  /** The number of records. */
  count: number
  /** Up to `MAX_EXAMPLES` of the wrong values as JSON, for the kind `choice`. */
  values: string[]
  /** The greatest length in characters, for the kind `tooLong`. */
  longest: number
  /** The first problem, for the kind `other`. */
  problem: FieldProblem
}

/** Counts the problems of the records of one resource. */
export class Findings {
  private readonly byKey = new Map<string, Finding>()
  private readonly fields: readonly CompiledField[]
  private readonly checkedResource: CompiledResource

  constructor(
    private readonly config: CompiledConfig,
    private readonly resource: CompiledResource,
  ) {
    // Leave out passwords, which are stored as hashes, and fields that no form writes. Of devices check only added
    // fields: devices report most of the others.
    this.fields = Object.values(resource.fields).filter(
      ({ type, write, storage, children }) =>
        type !== 'password' &&
        !children &&
        write !== 'never' &&
        (resource.name !== 'devices' || storage === 'extra'),
    )
    this.checkedResource = {
      ...resource,
      // Leave out rules that depend on the current time: a record that was valid when saved may violate them today.
      checks: (resource.checks ?? []).filter(({ check }) => !isVolatile(check)),
      fields: Object.fromEntries(
        this.fields.map(field => [
          field.name,
          { ...withoutMovingBounds(field), write: 'none', readOnly: undefined },
        ]),
      ),
    }
  }

  /** True if no record can have a problem. */
  get hasNoRules(): boolean {
    return this.fields.length === 0 && !this.checkedResource.checks?.length
  }

  add(record: Readonly<Record<string, unknown>>): void {
    const { levels, app } = this.config
    // Absent fields become null, because the check of an edit ignores absent ones.
    const withAllFields = { ...record }
    for (const { name } of this.fields) if (valueAt(record, name) === undefined) withAllFields[name] = null
    const master = { level: levels.numbers.master, levels: levels.numbers }
    const problems = validateRecord(this.checkedResource, withAllFields, {
      ...master,
      action: 'edit',
      password: app.limits.password,
    })
    // Rules are checked as for a new record: for an edit, only the rules of changed fields apply.
    const after = { ...master, action: 'create', record: withAllFields } as const
    checkRules(this.checkedResource, { before: undefined, after }, problems)
    for (const [name, problem] of Object.entries(problems))
      this.count(name, problem, valueAt(withAllFields, name))
  }

  all(): Finding[] {
    return [...this.byKey.values()]
  }

  private count(field: string, problem: FieldProblem, value: unknown): void {
    const kind = KIND_OF[problem.code] ?? 'other'
    const key = `${field} ${kind === 'other' ? `${problem.code} ${problem.params.name ?? ''}` : kind}`
    const finding = this.byKey.get(key) ?? {
      resource: this.resource.name,
      field,
      kind,
      count: 0,
      values: [],
      longest: 0,
      problem,
    }
    finding.count += 1
    if (typeof value === 'string') finding.longest = Math.max(finding.longest, [...value].length)
    const text = JSON.stringify(value) ?? ''
    if (
      finding.values.length < MAX_EXAMPLES &&
      text.length <= MAX_EXAMPLE_LENGTH &&
      !finding.values.includes(text)
    )
      finding.values.push(text)
    this.byKey.set(key, finding)
  }
}

const KIND_OF: Readonly<Record<string, Finding['kind']>> = {
  'field.choice': 'choice',
  'field.notYours': 'choice',
  'field.tooLong': 'tooLong',
  'field.required': 'missing',
}
