/**
 * `npm run test:changed [-- REVISION]` runs the tests affected by changes since the revision (default: uncommitted
 * changes). vitest follows the imports of test files. A journey runs if its own file or one of its helpers changed; all
 * of the project `specification` run if the source of console or server changed, which no browser test imports.
 */
import { execFileSync } from 'node:child_process'
import { printStep, printSummary, runInChromium, runStep, vitestStep } from './steps'

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
    args: [
      ...unit.args!,
      '--project=wide',
      '--project=screens',
      since ? `--changed=${since}` : '--changed',
      '--passWithNoTests',
    ],
  }),
]
printStep(results[0]!)

const isServed = changed.some(file => /^(src\/(?!tools|docs)|config|i18n)/.test(file))
if (isServed || changed.some(file => /^tests\/(journeys|support)\//.test(file))) {
  const build = printStep(await runStep({ name: 'build', script: 'build' }))
  const changedOnly = [since ? `--only-changed=${since}` : '--only-changed', '--pass-with-no-tests']
  const journeys = await (isServed
    ? runInChromium('journeys of the specification', 'specification', build.ok)
    : runInChromium('journeys that changed', 'journeys', build.ok, changedOnly))
  results.push(build, printStep(journeys))
}
process.exitCode = printSummary(results, (Date.now() - began) / 1000)
