/**
 * A fast `getComputedStyle` for component tests. jsdom matches every rule of every style sheet against the element and
 * copies some hundred properties at each call; Testing Library reads four properties, thousands of times in a test.
 * This function computes these from the few rules that hide an element or block its clicks, with the same result. All
 * other properties come from the element's `style`: only layout would read them, and jsdom has no layout.
 */

/** Rules that can change the result of a test: they hide elements or block their clicks. */
const RELEVANT = /display\s*:\s*none|visibility|pointer-events/

/** The fast properties, and whether children inherit them. */
const INHERITED: Record<string, boolean> = { display: false, visibility: true, 'pointer-events': true }
const INITIAL: Record<string, string> = { visibility: 'visible', 'pointer-events': 'auto' }
const PROPERTIES: Record<string, string> = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointer-events',
}

/** The value of one property for the elements of a selector. */
interface Rule {
  selector: string
  value: string
  important: boolean
  text: Text
  /** The selector is the class by which the rule was found. */
  isOneClass: boolean
}

/** Style sheets with the same text: each new cache of emotion inserts it again. */
interface Text {
  /** Position in the order of insertion, which is jsdom's precedence. */
  at: number
  owners: HTMLStyleElement[]
}

const texts = new Map<string, Text>()
/** By property, then by a class that the elements must have; '' for selectors without a class. */
const rules: Record<string, Map<string, Rule[]>> = {
  display: new Map(),
  visibility: new Map(),
  'pointer-events': new Map(),
}
let insertions = 0

const ofJsdom = window.getComputedStyle.bind(window)

/** Replaces `getComputedStyle` and the insertion of style sheets. */
export function lightenStyles(): void {
  HTMLStyleElement.prototype.appendChild = function appendChild<T extends Node>(
    this: HTMLStyleElement,
    text: T,
  ): T {
    const content = text.textContent ?? ''
    if (!RELEVANT.test(content)) {
      // Thousands of irrelevant style elements would slow down every query of the page.
      this.remove()
      return text
    }
    Node.prototype.appendChild.call(this, text)
    register(content, this)
    return text
  }
  // Emotion inserts a sheet before another one, which may have been removed.
  document.head.insertBefore = (node, before) =>
    Node.prototype.insertBefore.call(
      document.head,
      node,
      before?.parentNode === document.head ? before : null,
    ) as typeof node
  window.getComputedStyle = (element, pseudo) =>
    pseudo
      ? ofJsdom(element, pseudo)
      : (new Proxy(element as HTMLElement, FAST_STYLE) as unknown as CSSStyleDeclaration)
}

function register(content: string, owner: HTMLStyleElement): void {
  insertions += 1
  const known = texts.get(content)
  if (known) {
    known.at = insertions
    known.owners = [...known.owners.filter(({ isConnected }) => isConnected), owner]
    return
  }
  const text = { at: insertions, owners: [owner] }
  texts.set(content, text)
  for (const rule of owner.sheet?.cssRules ?? []) if (rule instanceof CSSStyleRule) index(rule, text)
}

function index({ selectorText, style }: CSSStyleRule, text: Text): void {
  for (const [property, byClass] of Object.entries(rules)) {
    const value = style.getPropertyValue(property)
    if (!value) continue
    const important = style.getPropertyPriority(property) === 'important'
    for (const selector of selectorText.split(/,(?![^(]*\))/)) {
      const [, name = ''] = /\.([\w-]+)[^\s>+~]*$/.exec(selector.trim()) ?? []
      const isOneClass = selector.trim() === `.${name}`
      byClass.set(name, [...(byClass.get(name) ?? []), { selector, value, important, text, isOneClass }])
    }
  }
}

const FAST_STYLE: ProxyHandler<HTMLElement> = {
  get: (element, key) => {
    if (key === 'getPropertyValue')
      return (name: string) =>
        name in INHERITED ? styleOf(element, name) : element.style.getPropertyValue(name)
    const property = PROPERTIES[key as string]
    if (property) return styleOf(element, property)
    const value: unknown = Reflect.get(element.style, key)
    return typeof value === 'function' ? value.bind(element.style) : value
  },
}

function styleOf(element: HTMLElement, property: string): string {
  for (let node: HTMLElement | null = element; node; node = node.parentElement) {
    const value = ownValue(node, property)
    if (value) return value
    if (!INHERITED[property]) break
  }
  return INITIAL[property] ?? displayOf(element)
}

/** The value of the last matching rule, or of an important one; the element's `style` comes last. */
function ownValue(element: HTMLElement, property: string): string {
  const byClass = rules[property]!
  let matched = ''
  let matchedAt = -1
  let important = false
  const consider = (rule: Rule) => {
    const { at, owners } = rule.text
    if (rule.important === important ? at < matchedAt : important) return
    if (!owners.some(({ isConnected }) => isConnected)) return
    if (!rule.isOneClass && !element.matches(rule.selector)) return
    matched = rule.value
    matchedAt = at
    important = rule.important
  }
  for (const name of element.getAttribute('class')?.split(' ') ?? []) byClass.get(name)?.forEach(consider)
  byClass.get('')?.forEach(consider)
  const own = element.hasAttribute('style') ? element.style.getPropertyValue(property) : ''
  return own && (!important || element.style.getPropertyPriority(property)) ? own : matched
}

const displays = new Map<string, string>()

/** The `display` of the browser's default style sheet. */
function displayOf(element: HTMLElement): string {
  const kind = `${element.namespaceURI} ${element.localName} ${element.getAttribute('type')}`
  let display = displays.get(kind)
  if (display === undefined) {
    const bare = element.cloneNode() as HTMLElement
    bare.removeAttribute('class')
    bare.removeAttribute('style')
    display = ofJsdom(bare).display
    displays.set(kind, display)
  }
  return display
}
