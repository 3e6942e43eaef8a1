/** Finds checks that have no result for some records, because a field is empty. */
import { type Applied, type Expression, isApplied, type Leaf } from '../../expressions/expression'
import { readStoredValue } from '../../expressions/values'

/** A possible result: a boolean, `undefined` for none, `'empty'` for an empty value, `'value'` for any other value. */
type Outcome = boolean | undefined | 'value' | 'empty'

/**
 * The optional fields that can leave a check without a result when they are empty. Tests each field while all others
 * have values. If no single field does this alone, tests whether all of them together do.
 *
 * @param optional the fields that may be empty
 */
export function undecidedBy(check: Expression, optional: readonly string[]): readonly string[] {
  const isUndecided = (empty: readonly string[]) => outcomesOf(check, empty).has(undefined)
  const decisiveFields = optional.filter(field => isUndecided([field]))
  return decisiveFields.length > 0 || !isUndecided(optional) ? decisiveFields : optional
}

/** The possible results while exactly these fields are empty. Treats operands as independent, so may name too many. */
function outcomesOf(expression: Expression, empty: readonly string[]): Set<Outcome> {
  if (!isApplied(expression)) return new Set(leafOutcomes(expression, empty))
  const parts = expression.of.map(part => outcomesOf(part, empty))
  return new Set(appliedOutcomes(expression, parts))
}

function leafOutcomes(leaf: Leaf, empty: readonly string[]): Outcome[] {
  if (leaf.op === 'none' || (leaf.op === 'field' && empty.includes(leaf.name))) {
    const value = readStoredValue(leaf.kind, undefined)
    return [value === undefined || typeof value === 'boolean' ? value : 'empty']
  }
  if (leaf.kind !== 'boolean') return ['value']
  return leaf.op === 'value' ? [leaf.value === true] : [true, false]
}

function appliedOutcomes({ op, kind, of }: Applied, parts: readonly Set<Outcome>[]): Outcome[] {
  const [first, second, third] = parts.map(part => [...part])
  switch (op) {
    case 'and':
      return logicalOutcomes(parts, false)
    case 'or':
      return logicalOutcomes(parts, true)
    case 'not':
      return first!.map(value => (value === undefined ? undefined : !value))
    case 'if':
      return first!.flatMap(holds => (holds === undefined ? [undefined] : holds ? second! : third!))
    case 'empty':
      return first!.flatMap(value => {
        if (value === 'value' && isApplied(of[0]!)) return [true, false]
        return [value === undefined || value === 'empty']
      })
    case 'ifEmpty':
      return first!.flatMap(value => (value === undefined || value === 'empty' ? second! : [value]))
    case 'asReference':
      return ['value']
    default:
      return strictOutcomes(kind, parts)
  }
}

/**
 * The results of `and` and `or`.
 *
 * @param decisive the value of one part that decides: `false` for `and`, `true` for `or`
 */
function logicalOutcomes(parts: readonly Set<Outcome>[], decisive: boolean): Outcome[] {
  const canBeUndecided = parts.every(part => part.has(!decisive) || part.has(undefined))
  return [
    ...(parts.some(part => part.has(decisive)) ? [decisive] : []),
    ...(parts.every(part => part.has(!decisive)) ? [!decisive] : []),
    ...(canBeUndecided && parts.some(part => part.has(undefined)) ? [undefined] : []),
  ]
}

/** The results of an operation that has no result if one of its parts has none. */
function strictOutcomes(kind: Expression['kind'], parts: readonly Set<Outcome>[]): Outcome[] {
  const values: Outcome[] = kind === 'boolean' ? [true, false] : ['value']
  return [
    ...(parts.every(part => part.size > 1 || !part.has(undefined)) ? values : []),
    ...(parts.some(part => part.has(undefined)) ? [undefined] : []),
  ]
}
