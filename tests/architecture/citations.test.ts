/**
 * Comments cite only rules, decisions and requirements that exist; documents name only files and exports that exist.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesUnder, root } from '../support/source'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const SPECIFICATION = read('src/docs/specification.md')
const DECISIONS = read('src/docs/decisions.md')
const SECURITY = read('src/docs/security.md')
const DOCUMENTS = ['README.md', 'config/README.md', ...filesUnder('src', /\.md$/)]

const SELF = 'tests/architecture/citations.test.ts'
const citing = [
  ...filesUnder('src', /\.(tsx?|sql|css|md)$/),
  ...filesUnder('tests', /\.(tsx?|md)$/).filter(file => file !== SELF),
]

/** `5` for each section of the specification, and `5.3` for each of its rules. */
function* rulesOf(specification: string): Generator<string> {
  let section = ''
  for (const line of specification.split('\n')) {
    const heading = /^## §(\d+) /.exec(line)
    if (heading) {
      section = heading[1]!
      yield section
    }
    const rule = /^(\d+)\. /.exec(line)
    if (rule) yield `${section}.${rule[1]}`
  }
}

const numbersIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(match => Number(match[1]))
const rules = new Set(rulesOf(SPECIFICATION))
const decisions = numbersIn(DECISIONS, /^### (\d+)\. .* \(\d{4}-\d\d-\d\d\)$/gm)
const requirements = numbersIn(SECURITY, /^(\d+)\. /gm)

const LIST = String.raw`\d+(?:(?:, | and |-)\d+)*`

/** The numbers of `25`, `25, 27 and 30` and `25-28`. */
const numbersOf = (list: string) =>
  list.split(/, | and /).flatMap(part => {
    const [first, last = first] = part.split('-').map(Number) as [number, number?]
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

/** Every citation of one form. A list may continue in the next line of a comment. */
const citations = (pattern: RegExp) =>
  citing.flatMap(file =>
    [
      ...read(file)
        .replaceAll(/\n\s*(?:\*|\/\/|--) /g, ' ')
        .matchAll(pattern),
    ].map(match => ({ file, words: match[0], numbers: match[1]! })),
  )

describe('a comment that cites', () => {
  test('the specification leads to a rule', () => {
    const found = citations(/§(\d+(?:\.\d+)?)/g)
    expect(found.length).toBeGreaterThan(200)
    expect(found.filter(({ numbers }) => !rules.has(numbers))).toEqual([])
  })

  test.each([
    ['a decision', new RegExp(String.raw`\bdecisions? (${LIST})`, 'gi'), decisions],
    // Migrations say `security.md 32`, and a delivered migration is never edited.
    ['a security requirement', new RegExp(String.raw`\bsecurity(?:\.md)? (${LIST})`, 'gi'), requirements],
  ])('%s leads to it', (_what, pattern, known) => {
    const found = citations(pattern)
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter(({ numbers }) => numbersOf(numbers).some(n => !known.includes(n)))).toEqual([])
  })

  test('anything else does not lead out of this repository', () => {
    const outside = /\bissues? \d+|\bnotes\/|\b(?:design|look|style|react-admin|gateway)\.md\b/gi
    const found = citing
      .filter(file => !file.startsWith('src/server/migrations/'))
      .flatMap(file => [...read(file).matchAll(outside)].map(([words]) => `${file}: ${words}`))
    expect(found).toEqual([])
  })
})

/** A heading as links name it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

describe('the documents', () => {
  test('number each section, decision and requirement once', () => {
    expect(decisions).toHaveLength(DECISIONS.match(/^### /gm)!.length)
    expect(new Set(decisions).size).toBe(decisions.length)
    expect(requirements).toEqual(Array.from({ length: 81 }, (_, index) => index + 1))
    expect([...rules].filter(rule => !rule.includes('.'))).toEqual([...'123456789'])
  })

  test('link only to existing files and headings', () => {
    const links = DOCUMENTS.flatMap(file =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([words, to, anchor]) => ({
        words: `${file}: ${words}`,
        target: to ? join(dirname(file), to) : file,
        anchor,
      })),
    )
    expect(links.length).toBeGreaterThan(20)
    const targetExists = ({ target, anchor }: (typeof links)[number]) =>
      existsSync(join(root, target)) && (!anchor || anchorsIn(target).includes(anchor))
    expect(links.filter(link => !targetExists(link)).map(({ words }) => words)).toEqual([])
  })

  test('name only existing files, folders and exports', () => {
    const files = ['src', 'tests', 'config', 'i18n'].flatMap(folder => filesUnder(folder, /./))
    const source = ['vite.config.ts', ...files.filter(file => /\.(tsx?|json)$/.test(file))]
      .map(read)
      .join('\n')
    const isFile = (name: string) =>
      files.some(file => new RegExp(`(^|/)${name.replaceAll('.', '\\.')}(\\.\\w+)*(/|$)`).test(file))
    const named = ['src/ARCHITECTURE.md', 'src/docs/agreements.md', 'src/docs/decisions.md'].flatMap(file =>
      [...read(file).matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!.replace(/\/$/, '')),
    )
    // A name that begins with a room is a path.
    const rooms = new Set(files.flatMap(file => file.split('/').slice(0, -1)))
    const paths = named.filter(name => name.includes('/') && rooms.has(name.split('/')[0]!))
    const words = named.filter(name => /^[a-z]+[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$/.test(name))
    // In square brackets after each requirement: tests without their ending.
    const tests = [...SECURITY.matchAll(/\[([^\]]+)\]$/gm)].flatMap(([, list]) =>
      [...list!.matchAll(/\b[a-z]+\/\w+/g)].map(([name]) => `tests/${name}`),
    )
    expect(words.length).toBeGreaterThan(20)
    expect(tests.length).toBeGreaterThan(100)
    expect([...paths, ...tests].filter(name => !isFile(name))).toEqual([])
    expect(words.filter(name => !new RegExp(`\\b${name}\\b`).test(source) && !isFile(name))).toEqual([])
  })
})
