/** Finds checks that have no result for some records, because a field is empty. */
import { type Applied, type Expression, isApplied, type Leaf } from '../../expressions/expression'
import { readStoredValue } from '../../expressions/values'

/** A possible result: a boolean, `undefined` for no result, or another value, which may be an empty one. */
type Outcome = boolean | undefined | 'value' | 'empty'

/**
 * The fields that leave a check without a result: each that does so while the others have values, else all if they
 * do so only together.
 *
 * @param optional the fields that may be empty
 */
export function undecidedBy(check: Expression, optional: readonly string[]): readonly string[] {
  const isUndecided = (empty: readonly string[]) => outcomesOf(check, empty).has(undefined)
  const alone = optional.filter(field => isUndecided([field]))
  return alone.length > 0 || !isUndecided(optional) ? alone : optional
}

/** The results that are possible while exactly these fields are empty; too many if operands depend on each other. */
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
      return joined(parts, false)
    case 'or':
      return joined(parts, true)
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

/** The results of `and` (@param decisive `false`) or `or` (`true`), which one decisive part decides. */
function joined(parts: readonly Set<Outcome>[], decisive: boolean): Outcome[] {
  const canBeOpen = parts.every(part => part.has(!decisive) || part.has(undefined))
  return [
    ...(parts.some(part => part.has(decisive)) ? [decisive] : []),
    ...(parts.every(part => part.has(!decisive)) ? [!decisive] : []),
    ...(canBeOpen && parts.some(part => part.has(undefined)) ? [undefined] : []),
  ]
}

function strictOutcomes(kind: Expression['kind'], parts: readonly Set<Outcome>[]): Outcome[] {
  const values: Outcome[] = kind === 'boolean' ? [true, false] : ['value']
  return [
    ...(parts.every(part => part.size > 1 || !part.has(undefined)) ? values : []),
    ...(parts.some(part => part.has(undefined)) ? [undefined] : []),
  ]
}
