/**
 * Phrases that make a sentence hard to read, in comments and test titles. Each has an allowance, the number of uses
 * that are left: rewrite a sentence that uses one, and lower its allowance. A failure prints the count of each phrase.
 */
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { filesUnder, read } from '../support/source'

const ALLOWANCES: Record<string, number> = {
  whoever: 2,
  whatever: 29,
  'what stands': 4,
  'as ever': 1,
  '(is|are) said': 3,
  '(is|are) told': 8,
  'of (its|their) own': 30,
  'none where': 2,
  'those that': 36,
  'those of': 49,
  'those who': 3,
  'who is': 5,
  'what is': 48,
  'what was': 26,
  'bec[ao]mes? of': 6,
  nobody: 20,
}

/** Delivered migrations keep their text. */
const files = ['src', 'tests']
  .flatMap(folder => filesUnder(folder, /\.tsx?$/))
  .filter(file => !file.startsWith('src/server/migrations/') && !file.endsWith('words.test.ts'))

const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()'"`]*\))?\(\s*(['"`])(.*?)\1/g

const proseOf = (file: string): string => {
  const text = read(file)
  const comments = parseSync(file, text).comments.map(({ value }) => value.replace(/\n\s*\*/g, ''))
  return [...comments, ...[...text.matchAll(TITLE)].map(([, , title]) => title)].join('\n')
}

test('phrases that must be read twice become fewer', () => {
  const prose = files.map(proseOf).join('\n')
  const counts = Object.keys(ALLOWANCES).map(
    phrase =>
      [
        phrase,
        [...prose.matchAll(new RegExp(`\\b${phrase.replaceAll(' ', '\\s+')}\\b`, 'gi'))].length,
      ] as const,
  )
  const tooMany = counts.filter(([phrase, count]) => count > ALLOWANCES[phrase]!)
  expect(tooMany, JSON.stringify(Object.fromEntries(counts), null, 2)).toEqual([])
})
