/** Laws about browsers: pages that are translated, clocks that are wrong, and storage that is blocked. */
import { expect, test } from 'vitest'
import { filesUnder, type Node, nameOf, parse, read, treeOf, walk } from '../support/source'

const consoleFiles = filesUnder('src/console', /\.tsx?$/)

/** Expressions that give a text, by the name of the called function. */
const TEXT_CALLS =
  /^(translate|format\w*|toLocaleString|String|relativeTime|durationText|\w*[tT]ext|nameOf|join|number|count|bytes)$/
/** Variables that hold a text. */
const TEXT_NAMES = /^(text|label|name|number|email|reason|message|value|summary|short)$/

/** What an expression may render: `text`, `constant` (a text that stays), `element`, `nothing` or `unknown`. */
function rendered(expression: Node): string[] {
  const { type } = expression
  if (type === 'JSXElement' || type === 'JSXFragment') return ['element']
  if (type === 'ConditionalExpression')
    return [...rendered(expression.consequent as Node), ...rendered(expression.alternate as Node)]
  if (type === 'LogicalExpression')
    return [
      ...(expression.operator === '&&' ? ['nothing'] : rendered(expression.left as Node)),
      ...rendered(expression.right as Node),
    ]
  if (type === 'TemplateLiteral' || type === 'BinaryExpression') return ['text']
  if (type === 'Literal') return typeof expression.value === 'string' ? ['constant'] : ['nothing']
  if (type === 'CallExpression') {
    const { callee } = expression as { callee?: Node }
    return [TEXT_CALLS.test(nameOf(callee?.property ?? callee)) ? 'text' : 'unknown']
  }
  // `values[name]` may be anything.
  const name = nameOf(type === 'MemberExpression' && !expression.computed ? expression.property : expression)
  return [TEXT_NAMES.test(name) ? 'text' : 'unknown']
}

/** Components that put something beside their children, such as an icon. */
const WITH_SIBLINGS = ['Button', 'ButtonBase', 'MenuItem', 'Tab', 'ToggleButton']

/** Texts beside other children that change: React cannot replace them once the browser has translated the page. */
function bareTexts(tree: Node): Node[] {
  return walk(tree).flatMap(node => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return []
    const children = (node.children as Node[]).filter(
      child =>
        !(child.type === 'JSXText' && /^\s*$/.test(String(child.value))) &&
        (child.expression as Node | undefined)?.type !== 'JSXEmptyExpression',
    )
    const tag = nameOf((node.openingElement as Node | undefined)?.name)
    const kinds = children.map(child => {
      if (child.type === 'JSXText') return ['constant']
      return child.type === 'JSXExpressionContainer' ? rendered(child.expression as Node) : ['element']
    })
    const isBlank = (child: Node) =>
      /^\s*$/.test(String((child.expression as Node | undefined)?.value ?? 'x'))
    // A constant text stays itself, but an element cannot be inserted before it.
    const comesAndGoes = kinds.some(kind => kind.includes('nothing'))
    return children.filter((child, index) => {
      const kind = kinds[index]!
      if (isBlank(child)) return false
      if (kind.includes('constant') && kind.length === 1) return children.length > 1 && comesAndGoes
      if (!kind.includes('text') && !kind.includes('constant')) return false
      return children.length > 1 || (WITH_SIBLINGS.includes(tag) && changes(child))
    })
  })
}

/** Whether the text depends on more than the language. */
const changes = (child: Node) =>
  walk(child).some(
    node =>
      node.type === 'ConditionalExpression' ||
      (node.type === 'CallExpression' &&
        nameOf(node.callee) === 'translate' &&
        (node.arguments as Node[]).length > 1),
  )

/**
 * A browser that translates replaces each text by an element of its own. React, which kept the old text, then fails to
 * remove it or to insert something before it, and the screen breaks; or a text that changes keeps its old words. A text
 * that is alone in its element is safe.
 */
test('a text that changes stands alone in its element', () => {
  const found = consoleFiles.flatMap(file =>
    bareTexts(treeOf(file)).map(({ start, end }) =>
      [file, read(file).slice(Number(start), Number(end))].join(': '),
    ),
  )
  expect(found).toEqual([])
  const bad = [
    "<p>{translate('a')} <b/></p>",
    '<p>{busy && <b/>} constant</p>',
    "<Button>{busy ? 'a' : <b/>}</Button>",
    "<Button>{translate('a', { count })}</Button>",
    '<p>{a + b}{c && <i/>}</p>',
  ]
  const good = [
    "<p>{translate('a')}</p>",
    "<p><span>{translate('a', { count })}</span>{' '}<b/></p>",
    "<Button>{translate('a')}</Button>",
    '<p>constant <b/></p>',
    '<p>{children}<b/></p>',
  ]
  expect(bad.filter(code => bareTexts(parse(code)).length !== 1)).toEqual([])
  expect(good.filter(code => bareTexts(parse(code)).length > 0)).toEqual([])
})

/** Files that may read the browser's clock, and for what. Durations, for example, need no server's clock. */
const READS_OWN_CLOCK: Record<string, string> = {
  'src/console/serverClock.ts': 'the difference between both clocks',
  'src/console/connection.ts': 'how long the server has been away',
  'src/console/api/wholeLists.ts': 'how long ago a list was read',
  'src/console/api/live/failures.ts': 'a time for react-query, which compares it with its own',
  'src/console/api/live/refresher.ts': 'pauses between reads',
  'src/console/api/live/sharing.ts': 'how long ago an event came',
  'src/console/api/live/startLive.ts': 'how long ago a query was read',
  'src/console/api/live/stream.ts': 'how long the stream was away',
  'src/console/features/bulk/OrderDialog.tsx': 'an id',
  'src/console/features/compose/draft/draftStore.ts': 'how long ago another tab claimed a draft',
  'src/engine/clock.ts': 'the clock that the console replaces by the server’s',
}

test('the console judges by the server’s clock: `serverTime`, not `Date.now()`', () => {
  const files = ['console', 'contract', 'domain', 'engine', 'sheet'].flatMap(room =>
    filesUnder(`src/${room}`, /\.tsx?$/),
  )
  const reading = files.filter(file => /\bDate\.now\b|\bnew Date\(\)|\bdayjs(\.utc)?\(\)/.test(read(file)))
  expect(reading.sort()).toEqual(Object.keys(READS_OWN_CLOCK).sort())
})

test('only browserStorage uses the browser’s storage, which may throw', () => {
  const using = consoleFiles.filter(file =>
    walk(treeOf(file)).some(
      ({ type, name }) => type === 'Identifier' && /^(local|session)Storage$/.test(String(name)),
    ),
  )
  // browserStorage itself is not found: it reads `window[name]`.
  expect(using).toEqual([])
  expect(read('src/console/browserStorage.ts')).toContain('return window[name]')
})
