/** What a caller may is asked of config as the caller's role has it: no route asks the plain one. */
import { expect, test } from 'vitest'
import { filesUnder, read } from '../support/source'

/** What of the plain config is the same for everybody: settings, limits, sentences, sign-in. */
const SAME =
  /current\(\)\.(server\b|shared\.(app|levels)\b)|const \{ shared \} = config\.current\(\) \/\/ as everybody may read it$|const \{ resources \} = deps\.config\.current\(\)\.shared|(config|claimOf\([^()]*), config\.current\(\)|config: config\.current\(\)|missingRoles\(.*current\(\)/

test('routes ask the plain config for nothing that a role may change; commands get the config of the role', () => {
  const linesIn = (folder: string) =>
    filesUnder(folder, /\.ts$/).flatMap(file =>
      read(file)
        .split('\n')
        .map(line => `${file}: ${line.trim()}`),
    )
  const plain = linesIn('src/server/routes').filter(line => line.includes('.current()') && !SAME.test(line))
  expect(plain).toEqual([])
  expect(linesIn('src/server/commands').filter(line => line.includes('config.current()'))).toEqual([])
})
