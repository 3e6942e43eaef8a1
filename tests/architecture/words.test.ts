/**
 * Phrases that make a sentence hard to read, in comments and test titles. Each has an allowance, the number of uses
 * that are left: rewrite a sentence that uses one, and lower its allowance. A failure prints the count of each phrase.
 */
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { filesUnder, read } from '../support/source'

const ALLOWANCES: Record<string, number> = {
  whoever: 0,
  whatever: 10,
  'what stands': 0,
  'as ever': 0,
  '(is|are) said': 1,
  '(is|are) told': 8,
  'of (its|their) own': 18,
  'none where': 1,
  'those that': 23,
  'those of': 40,
  'those who': 0,
  'who is': 1,
  'what is': 15,
  'what was': 6,
  'bec[ao]mes? of': 1,
  nobody: 9,
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
