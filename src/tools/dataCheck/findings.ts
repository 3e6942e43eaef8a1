/**
 * Where stored records do not fit the config: a choice that is gone, a value that is too long now, a required field
 * that is empty, a rule over several fields.
 */

import type { CompiledConfig, CompiledField, CompiledResource } from '../../engine/compiled'
import { isMoving } from '../../engine/expressions/expression'
import { valueAt } from '../../engine/recordValue'
import { checkRules } from '../../engine/validation/checks'
import { withoutMovingBounds } from '../../engine/validation/dateBounds'
import { type FieldProblem, validateRecord } from '../../engine/validation/validateRecord'

export interface Finding {
  resource: string
  field: string
  kind: 'choice' | 'tooLong' | 'missing' | 'other'
  /** The number of records. */
  count: number
  /** For choices: a few of the values. */
  values: string[]
  /** For texts: the greatest length. */
  longest: number
  /** For the other kinds: what is wrong. */
  problem: FieldProblem
}

/** Counts the problems of one resource's records as they come. */
export class Findings {
  private readonly found = new Map<string, Finding>()
  private readonly fields: readonly CompiledField[]
  private readonly shape: CompiledResource

  constructor(
    private readonly config: CompiledConfig,
    private readonly resource: CompiledResource,
  ) {
    // Passwords are stored as hashes, and fields that no form writes have no rules. Of devices, only the added fields
    // have rules.
    this.fields = Object.values(resource.fields).filter(
      ({ type, write, storage, children }) =>
        type !== 'password' &&
        !children &&
        write !== 'never' &&
        (resource.name !== 'devices' || storage === 'extra'),
    )
    this.shape = {
      ...resource,
      // What was right when it was saved may be wrong today, and is no slip of config.
      checks: (resource.checks ?? []).filter(({ check }) => !isMoving(check)),
      fields: Object.fromEntries(
        this.fields.map(field => [
          field.name,
          { ...withoutMovingBounds(field), write: 'none', readOnly: undefined },
        ]),
      ),
    }
  }

  /** True where config says nothing that a record could break. */
  get isIdle(): boolean {
    return this.fields.length === 0 && !this.shape.checks?.length
  }

  add(record: Readonly<Record<string, unknown>>): void {
    const { levels, app } = this.config
    // An edit looks at the fields that are there: all are.
    const whole = { ...record }
    for (const { name } of this.fields) if (valueAt(record, name) === undefined) whole[name] = null
    const master = { level: levels.numbers.master, levels: levels.numbers }
    const problems = validateRecord(this.shape, whole, {
      ...master,
      action: 'edit',
      password: app.limits.password,
    })
    // As of a new record: an edit asks only the rules that look at what it changes.
    const after = { ...master, action: 'create', record: whole } as const
    checkRules(this.shape, { before: undefined, after }, problems)
    for (const [name, problem] of Object.entries(problems)) this.count(name, problem, valueAt(whole, name))
  }

  all(): Finding[] {
    return [...this.found.values()]
  }

  private count(field: string, problem: FieldProblem, value: unknown): void {
    const kind = KIND_OF[problem.code] ?? 'other'
    const key = `${field} ${kind === 'other' ? `${problem.code} ${problem.params.name ?? ''}` : kind}`
    const finding = this.found.get(key) ?? {
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
    if (finding.values.length < 3 && text.length <= 60 && !finding.values.includes(text))
      finding.values.push(text)
    this.found.set(key, finding)
  }
}

const KIND_OF: Readonly<Record<string, Finding['kind']>> = {
  'field.choice': 'choice',
  'field.notYours': 'choice',
  'field.tooLong': 'tooLong',
  'field.required': 'missing',
}
