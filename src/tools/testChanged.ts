/**
 * `npm run test:changed [-- REVISION]`: the tests that can notice what changed since the revision (without one: what is
 * not committed yet). vitest follows the imports of test files. A journey runs when its own file or a helper of it
 * changed, and all journeys tagged
 * @spec when the source of the console or the server did, since a browser test imports neither.
 */
import { execFileSync } from 'node:child_process'
import { conclude, printStep, runInChromium, runStep, vitestStep } from './steps'

const since = process.argv[2]
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', since ?? 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const began = Date.now()
const unit = vitestStep('tests of what changed', 'unit')
const results = [
  await runStep({
    ...unit,
    args: [...unit.args!, since ? `--changed=${since}` : '--changed', '--passWithNoTests'],
  }),
]
printStep(results[0]!)

const isServed = changed.some(file => /^(src\/(?!tools|docs)|config|i18n)/.test(file))
if (isServed || changed.some(file => /^tests\/(journeys|support)\//.test(file))) {
  const build = printStep(await runStep({ name: 'build', script: 'build' }))
  const only = isServed ? ['--grep', '@spec'] : [since ? `--only-changed=${since}` : '--only-changed']
  const journeys = await runInChromium('journeys of what changed', 'journeys', build.ok, [
    ...only,
    '--pass-with-no-tests',
  ])
  results.push(build, printStep(journeys))
}
process.exitCode = conclude(results, (Date.now() - began) / 1000)
