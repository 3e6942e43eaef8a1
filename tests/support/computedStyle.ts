/**
 * `getComputedStyle` for component tests. jsdom holds every rule of every sheet against an element and copies some
 * hundred properties for each question; the library of the tests asks for four of them, thousands of times a test.
 * These are answered here as jsdom would, from the few rules of components that can hide something or take its clicks;
 * all others by jsdom.
 */

/** Of the styles of components, those that a test can notice: what hides, and what cannot be clicked. */
const NOTICED = /display\s*:\s*none|visibility|pointer-events/

/** What is asked for, and whether children have it from their parents. */
const INHERITED: Record<string, boolean> = { display: false, visibility: true, 'pointer-events': true }
const INITIAL: Record<string, string> = { visibility: 'visible', 'pointer-events': 'auto' }
const PROPERTIES: Record<string, string> = {
  display: 'display',
  visibility: 'visibility',
  pointerEvents: 'pointer-events',
}

/** What the rules of one text say of one property of the elements of a selector. */
interface Rule {
  selector: string
  value: string
  important: boolean
  text: Text
}

/** Caches of emotion that come and go insert the same text again and again. */
interface Text {
  /** In the order of insertion, which is jsdom's precedence. */
  at: number
  owners: HTMLStyleElement[]
}

const texts = new Map<string, Text>()
/** For each property, by a class that its elements must have; under '' those that name none. */
const rules: Record<string, Map<string, Rule[]>> = {
  display: new Map(),
  visibility: new Map(),
  'pointer-events': new Map(),
}
let made = 0

const ofJsdom = window.getComputedStyle.bind(window)

/** Puts the functions of this file in the place of jsdom's. */
export function lightenStyles(): void {
  HTMLStyleElement.prototype.appendChild = function appendChild<T extends Node>(
    this: HTMLStyleElement,
    text: T,
  ): T {
    const content = text.textContent ?? ''
    if (!NOTICED.test(content)) {
      // Thousands of empty ones would be walked through by every search of the page.
      this.remove()
      return text
    }
    Node.prototype.appendChild.call(this, text)
    notice(content, this)
    return text
  }
  // Emotion puts a sheet before another, which may have gone.
  document.head.insertBefore = (node, before) =>
    Node.prototype.insertBefore.call(
      document.head,
      node,
      before?.parentNode === document.head ? before : null,
    ) as typeof node
  window.getComputedStyle = (element, pseudo) =>
    pseudo
      ? ofJsdom(element, pseudo)
      : (new Proxy(element as HTMLElement, ANSWERS) as unknown as CSSStyleDeclaration)
}

function notice(content: string, owner: HTMLStyleElement): void {
  made += 1
  const known = texts.get(content)
  if (known) {
    known.at = made
    known.owners = [...known.owners.filter(one => one.isConnected), owner]
    return
  }
  const text = { at: made, owners: [owner] }
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
      byClass.set(name, [...(byClass.get(name) ?? []), { selector, value, important, text }])
    }
  }
}

const ANSWERS: ProxyHandler<HTMLElement> = {
  get: (element, key) => {
    if (key === 'getPropertyValue')
      return (name: string) =>
        name in INHERITED ? styleOf(element, name) : ofJsdom(element).getPropertyValue(name)
    const property = PROPERTIES[key as string]
    if (property) return styleOf(element, property)
    const style = ofJsdom(element)
    const value: unknown = Reflect.get(style, key, style)
    return typeof value === 'function' ? value.bind(style) : value
  },
}

function styleOf(element: HTMLElement, property: string): string {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    const value = ownValue(one, property)
    if (value) return value
    if (!INHERITED[property]) break
  }
  return INITIAL[property] ?? displayOf(element)
}

/** The last rule that matches has it, unless one before it is important; the element's own style comes after all. */
function ownValue(element: HTMLElement, property: string): string {
  const byClass = rules[property]!
  let found = ''
  let from = -1
  let important = false
  const judge = (rule: Rule) => {
    const { at, owners } = rule.text
    if (rule.important === important ? at < from : important) return
    if (!owners.some(one => one.isConnected) || !element.matches(rule.selector)) return
    found = rule.value
    from = at
    important = rule.important
  }
  for (const name of element.getAttribute('class')?.split(' ') ?? []) byClass.get(name)?.forEach(judge)
  byClass.get('')?.forEach(judge)
  const own = element.hasAttribute('style') ? element.style.getPropertyValue(property) : ''
  return own && (!important || element.style.getPropertyPriority(property)) ? own : found
}

const displays = new Map<string, string>()

/** What the browser's own sheet says of such an element. */
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
