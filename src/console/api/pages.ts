/** Sorting, filtering and paging of the lists that the server sends whole. */
import type { GetListParams, GetListResult, RaRecord } from 'ra-core'
import type { CompiledFilter, CompiledResource } from '../../engine/compiled'
import { type Circumstance, holds, valueAt } from '../../engine/conditions'
import { shownValue } from '../../engine/shown'

/** What config says about the list, and who looks at it; without it every key is a field. */
export interface PageRules {
  resource?: CompiledResource
  about?: Omit<Circumstance, 'record' | 'action'>
}

const collator = new Intl.Collator('ko', { numeric: true })

/** One page of a whole list, ordered and filtered as react-admin asks. */
export function pageOf<R extends RaRecord>(
  records: readonly R[],
  params: GetListParams,
  rules: PageRules = {},
): GetListResult<R> {
  const { filter = {}, sort, pagination } = params
  const tests = Object.entries(filter).flatMap(([key, wanted]) => testOf(key, wanted, rules) ?? [])
  const found = records.filter(record => tests.every(test => test(record)))
  const ordered = sort?.field ? [...found].sort(by(sort.field, sort.order, rules)) : found
  const start = pagination ? (pagination.page - 1) * pagination.perPage : 0
  return {
    data: pagination ? ordered.slice(start, start + pagination.perPage) : ordered,
    total: found.length,
  }
}

type Test = (record: RaRecord) => boolean

/** `undefined` for a filter that filters nothing. */
function testOf(key: string, wanted: unknown, rules: PageRules): Test | undefined {
  if (wanted === undefined || wanted === null || wanted === '') return undefined
  const filter = rules.resource?.list?.filters.find(({ name }) => name === key)
  if (filter?.all && filter.all.value === wanted) return undefined
  if (filter?.type === 'search' || (!filter && key === 'q')) return search(String(wanted), filter, rules)
  if (filter?.where) return where(filter, wanted, rules)
  const field = filter?.field ?? key
  const texts = (Array.isArray(wanted) ? wanted : [wanted]).map(String)
  return record => {
    const value = seen(record, field, rules)
    return (Array.isArray(value) ? value : [value]).some(one => texts.includes(String(one)))
  }
}

/** Any of the fields holds the text; digits are also found in numbers that are written in groups. */
function search(text: string, filter: CompiledFilter | undefined, rules: PageRules): Test {
  const needle = text.trim().toLowerCase()
  const digits = /^[\d\s.-]+$/.test(needle) ? needle.replace(/\D/g, '') : ''
  const fields = filter?.fields ?? searched(rules.resource)
  return record => {
    const values = fields ? fields.map(field => seen(record, field, rules)) : Object.values(record)
    return values.some(value => {
      const hay = typeof value === 'object' ? '' : String(value ?? '').toLowerCase()
      return hay.includes(needle) || (digits !== '' && hay.replace(/[\s.-]/g, '').includes(digits))
    })
  }
}

/** Columns whose values are text. */
const searched = (resource: CompiledResource | undefined) =>
  resource?.list?.columns.map(({ field }) => field).filter(name => resource.fields[name])

function where(
  { where: condition }: CompiledFilter,
  wanted: unknown,
  { about }: PageRules,
): Test | undefined {
  if (!about) return undefined
  const want = wanted === true || wanted === 'true'
  return record => holds(condition, { ...about, record, action: 'edit' }) === want
}

/** A value as the list shows it: a client is paid when its vendor is. */
function seen(record: RaRecord, name: string, { resource }: PageRules): unknown {
  const field = resource?.fields[name]
  return field ? shownValue(field, record) : valueAt(record, name)
}

function by(field: string, order: string, rules: PageRules) {
  const turn = order === 'DESC' ? -1 : 1
  return (a: RaRecord, b: RaRecord) => turn * compare(seen(a, field, rules), seen(b, field, rules))
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a ?? ''), String(b ?? ''))
}
