/** Laws of the tests themselves: each can fail, none is left out, none sleeps. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder, type Node, textsOf, treeOf, walk } from '../support/source'

const files = filesUnder('tests', /\.(test|spec|sweep)\.tsx?$/)
const TEST = new Set(['test', 'it'])
/** Milliseconds: nothing that moves takes as long on the slowest machine. */
const HANGS = 60_000
const LEFT_OUT = new Set(['only', 'skip', 'todo', 'skipIf', 'runIf', 'fixme', 'fails', 'fail'])

const nameOf = (node: unknown): string => {
  const { type, value, object, callee, tag } = node as Record<string, unknown> & Node
  if (type === 'Identifier') return String(value)
  if (type === 'MemberExpression') return nameOf(object)
  if (type === 'CallExpression') return nameOf(callee)
  return type === 'TaggedTemplateExpression' ? nameOf(tag) : ''
}

const propertyOf = (node: unknown): string => {
  const { type, property } = node as Node & { property?: Node }
  return type === 'MemberExpression' ? String(property?.value) : ''
}

const isFunction = (node: Node) =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'

/** The calls that declare a test: `test('…', () => …)`, also `test.each(…)('…', …)`. */
const declarations = (file: string) =>
  walk(treeOf(file)).flatMap(node => {
    if (node.type !== 'CallExpression' || !TEST.has(nameOf(node.callee))) return []
    // A step is a part of its test.
    if (propertyOf(node.callee) === 'step') return []
    const args = (node.arguments as { expression: Node }[]).map(argument => argument.expression)
    const [title, ...rest] = args
    const body = rest.find(isFunction)
    if (!title || !body || !['StringLiteral', 'TemplateLiteral'].includes(title.type)) return []
    const words = title.type === 'StringLiteral' ? String(title.value) : textOfTemplate(title)
    return [{ title: words, body }]
  })

const textOfTemplate = (node: Node) => (node.quasis as { raw: string }[]).map(part => part.raw).join('…')

test('every test says what it expects', () => {
  const idle = files.flatMap(file =>
    declarations(file)
      .filter(({ body }) => !walk(body).some(node => /^(expect|assert)/.test(nameOf(node))))
      .map(({ title }) => `${file}: ${title}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap(declarations).length).toBeGreaterThan(50)
  expect(idle).toEqual([])
})

test('every test file declares a test', () => {
  expect(files.filter(file => declarations(file).length === 0)).toEqual([])
})

test('no test is skipped or singled out; what needs a service waits for its variable', () => {
  const found = files.flatMap(file => {
    const nodes = walk(treeOf(file))
    // `test.runIf(process.env.TEST_DATABASE_URL)`: npm test says NOT RUN for it (src/tools/test.ts).
    const onService = nodes
      .filter(node => node.type === 'CallExpression' && propertyOf(node.callee) === 'runIf')
      .filter(node => walk(node.arguments).some(one => /^TEST_\w+_URL$/.test(String(one.value))))
      .map(node => node.callee)
    return nodes
      .filter(node => ['test', 'it', 'describe'].includes(nameOf(node.object ?? {})))
      .filter(node => LEFT_OUT.has(propertyOf(node)) && !onService.includes(node))
      .map(node => `${file}: .${propertyOf(node)}`)
  })
  expect(found).toEqual([])
})

test('no test sleeps', () => {
  const sleeps = filesUnder('tests', /\.tsx?$/).flatMap(file =>
    walk(treeOf(file))
      .filter(node => node.type === 'CallExpression')
      .filter(node => {
        const callee = node.callee as Node
        if (callee.type === 'MemberExpression') return (callee.property as Node).value === 'waitForTimeout'
        return callee.type === 'Identifier' && ['sleep', 'delay'].includes(String(callee.value))
      })
      .map(() => file),
  )
  expect(sleeps).toEqual([])
})

test('how long a test may take stands in the settings alone, and only ends what hangs', () => {
  const short = files.flatMap(file => {
    const text = readFileSync(file, 'utf8')
    const waits = [...text.matchAll(/(?:\btimeout: |^ *\}, )([\d_]+)\b/gm)].map(([, ms]) =>
      Number(ms!.replaceAll('_', '')),
    )
    // Two seconds are a promise of the product, or one try of many.
    const ofOwn = waits.filter(ms => ms > 2_000 && ms < HANGS).map(ms => `${file}: ${ms}`)
    return /\bsetConfig\(/.test(text) ? [...ofOwn, `${file}: setConfig`] : ofOwn
  })
  expect(short).toEqual([])
})

test('no test takes a snapshot for a promise', () => {
  const found = files.filter(file =>
    walk(treeOf(file)).some(
      node => node.type === 'Identifier' && /^toMatch(Inline)?Snapshot$/.test(String(node.value)),
    ),
  )
  expect(found).toEqual([])
  expect(textsOf('tests/architecture/tests.test.ts').length).toBeGreaterThan(10)
})
