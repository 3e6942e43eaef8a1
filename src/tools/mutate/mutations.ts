/** The small changes that `npm run mutate` makes to a source file, each of which a test should notice. */
import { parseSync } from 'vite'

/** A change of one place: `text` replaces the characters from `start` to `end`. */
export interface Mutation {
  file: string
  start: number
  end: number
  text: string
  /** What it changes, such as `< becomes <=`. */
  kind: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
}

/** All mutations of a file. */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const mutations: Mutation[] = []
  visit(program as unknown as Node, node => {
    const change = changeOf(node, source)
    if (change) mutations.push({ file, ...change })
  })
  return mutations
}

function changeOf(node: Node, source: string): Omit<Mutation, 'file'> | undefined {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChange(node as BinaryNode, source)
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { start, end } = node.test as Node
      return { start, end, text: `!(${source.slice(start, end)})`, kind: 'condition negated' }
    }
    case 'ExpressionStatement': {
      const { type } = node.expression as Node
      const isEffect = ['CallExpression', 'AwaitExpression', 'AssignmentExpression'].includes(type)
      return isEffect ? { start: node.start, end: node.end, text: ';', kind: 'statement removed' } : undefined
    }
    case 'Literal':
      if (typeof node.value !== 'boolean') return undefined
      return { start: node.start, end: node.end, text: String(!node.value), kind: 'boolean flipped' }
    default:
      return undefined
  }
}

type BinaryNode = Node & { operator: string; left: Node; right: Node }

function operatorChange({ operator, left, right }: BinaryNode, source: string) {
  const text = OPERATORS[operator]
  const start = source.indexOf(operator, left.end)
  if (!text || start < 0 || start > right.start) return undefined
  return { start, end: start + operator.length, text, kind: `${operator} becomes ${text}` }
}

/** Nodes without mutations: types, imports and thrown errors, whose changes a test could not notice. */
const SKIPPED = /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|ImportDeclaration|ThrowStatement)/

function visit(node: Node, onNode: (node: Node) => void): void {
  if (SKIPPED.test(node.type)) return
  onNode(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node, onNode)
}
