/** Filters, sorts and pages a list in the browser: a basic server (one with §7 only) sends the whole list. */

import type { GetListParams, GetListResult, RaRecord } from 'ra-core'
import { composed } from '../../domain/typed'
import type { CompiledFilter, CompiledResource } from '../../engine/compiled'
import { holds, type RuleContext } from '../../engine/conditions'
import { displayValue } from '../../engine/fields/derived'
import { boundOf } from '../../engine/filterBounds'
import { type AppliedFilter, appliedFilters } from './filters'

/** The resource in config, and the user's rights. Without a resource, the name of a filter is the name of a field. */
export interface PageRules {
  resource?: CompiledResource
  ruleContext?: Omit<RuleContext, 'record' | 'action'>
}

const collator = new Intl.Collator('ko', { numeric: true })

/** One page of a whole list, filtered and sorted by react-admin's parameters. */
export function pageOfList<R extends RaRecord>(
  records: readonly R[],
  params: GetListParams,
  rules: PageRules = {},
): GetListResult<R> {
  const { filter, sort, pagination } = params
  const applied = appliedFilters(rules.resource?.list?.filters, filter)
  const predicates = applied.flatMap(filter => predicateOf(filter, rules) ?? [])
  const matching = records.filter(record => predicates.every(accepts => accepts(record)))
  const ordered = sort?.field ? [...matching].sort(comparator(sort.field, sort.order, rules)) : matching
  const start = pagination ? (pagination.page - 1) * pagination.perPage : 0
  return {
    data: pagination ? ordered.slice(start, start + pagination.perPage) : ordered,
    total: matching.length,
  }
}

type Predicate = (record: RaRecord) => boolean

/**
 * Undefined for a condition of config (`where`) if the rights of the user are not given: it then accepts all records.
 */
function predicateOf(applied: AppliedFilter, rules: PageRules): Predicate | undefined {
  const { name, value: expected, filter, isSearch } = applied
  if (isSearch) return searchPredicate(String(expected), filter, rules)
  if (filter?.where) return conditionPredicate(filter, expected, rules)
  const field = filter?.field ?? name
  // `battery_gte` is a bound of the field `battery`, unless a field has the name `battery_gte`.
  const isFieldName = rules.resource?.fields[field] !== undefined
  const bound = isFieldName ? undefined : boundOf(field)
  if (bound) return boundPredicate(bound.field, bound.side, Number(expected), rules)
  const texts = (Array.isArray(expected) ? expected : [expected]).map(String)
  return record => {
    const value = displayValue(rules.resource, field, record)
    return (Array.isArray(value) ? value : [value]).some(entry => texts.includes(String(entry)))
  }
}

/** Accepts numbers from the bound upwards (`gte`) or downwards (`lte`). */
function boundPredicate(
  field: string,
  operator: 'gte' | 'lte',
  bound: number,
  { resource }: PageRules,
): Predicate {
  return record => {
    const value = displayValue(resource, field, record)
    if (typeof value !== 'number') return false
    return operator === 'gte' ? value >= bound : value <= bound
  }
}

/** Accepts records with a field that contains the text. Digits are also found in grouped numbers: `010-1234`. */
function searchPredicate(text: string, filter: CompiledFilter | undefined, rules: PageRules): Predicate {
  const needle = composed(text.trim()).toLowerCase()
  const digits = /^[\d\s.-]+$/.test(needle) ? needle.replace(/\D/g, '') : ''
  const fields = filter?.fields ?? searchedFields(rules.resource)
  return record => {
    const values = fields
      ? fields.map(field => displayValue(rules.resource, field, record))
      : Object.values(record)
    return values.some(value => {
      const valueText = typeof value === 'object' ? '' : composed(String(value ?? '')).toLowerCase()
      return (
        valueText.includes(needle) || (digits !== '' && valueText.replace(/[\s.-]/g, '').includes(digits))
      )
    })
  }
}

/** The fields that are columns of the list. */
const searchedFields = (resource: CompiledResource | undefined) =>
  resource?.list?.columns.map(({ field }) => field).filter(name => resource.fields[name])

/** Accepts records for which the condition of the filter holds, or, if the value is false, does not hold. */
function conditionPredicate(
  { where: condition }: CompiledFilter,
  value: unknown,
  { ruleContext }: PageRules,
): Predicate | undefined {
  if (!ruleContext) return undefined
  const expected = value === true || value === 'true'
  return record => holds(condition, { ...ruleContext, record, action: 'edit' }) === expected
}

function comparator(field: string, order: string, { resource }: PageRules) {
  const sign = order === 'DESC' ? -1 : 1
  return (a: RaRecord, b: RaRecord) =>
    sign * compare(displayValue(resource, field, a), displayValue(resource, field, b))
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a ?? ''), String(b ?? ''))
}
