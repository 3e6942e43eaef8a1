/**
 * Runs npm scripts as the steps of one check. Prints a heading per step, and its output if it fails; at the end the
 * names of failed tests, and a line `N passed, N failed` with the tests of all steps.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CHROMIUM_ADVICE, obtainChromium } from './services/chromium'

export interface Step {
  name: string
  /** An npm script, and arguments to append. */
  script: string
  args?: string[]
  env?: Record<string, string>
  /** Reads how many tests passed and failed from the step's report; without it the step counts as one. */
  count?: () => Count | undefined
}

interface Count {
  passed: number
  failed: number
  /** The names of failed tests. */
  names?: readonly string[]
}

interface Result extends Count {
  step: Step
  seconds: number
  output: string
  ok: boolean
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  specs: {
    ok: boolean
    file: string
    title: string
    tests?: { results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

const STEP_LIMIT_MS = 3_600_000
const root = resolve(import.meta.dirname, '../..')
const reports = mkdtempSync(join(tmpdir(), 'fleet-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** A step that runs vitest through an npm script. */
export function vitestStep(name: string, script: string): Step {
  const report = join(reports, `${script}.json`)
  return {
    name,
    script,
    args: ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    count: () => {
      const results = readJson<VitestReport>(report)
      return (
        results && {
          passed: results.numPassedTests,
          failed: results.numFailedTests,
          names: results.testResults.flatMap(file => {
            const tests = file.assertionResults.filter(({ status }) => status === 'failed')
            const names = tests.map(
              ({ fullName, failureMessages }) =>
                `${relative(root, file.name)} > ${fullName}${firstLines(failureMessages?.[0])}`,
            )
            // A file can also fail outside of its tests, such as in an import.
            return names.length === 0 && file.status === 'failed' ? [relative(root, file.name)] : names
          }),
        }
      )
    },
  }
}

/** Runs Playwright through an npm script. The step fails if nothing was built or there is no Chromium. */
export async function runInChromium(
  name: string,
  script: string,
  isBuilt: boolean,
  args: string[] = [],
): Promise<Result> {
  const chromium = isBuilt ? obtainChromium() : undefined
  const step = playwrightStep(name, script, chromium ?? '', args)
  if (chromium) return runStep(step)
  const output = isBuilt ? CHROMIUM_ADVICE : 'The build failed, so there is nothing to show in a browser.'
  return { step, ok: false, output, seconds: 0, passed: 0, failed: 1 }
}

function playwrightStep(name: string, script: string, chromium: string, args: string[]): Step {
  const report = join(reports, `${script}.json`)
  return {
    name,
    script,
    args: ['--reporter=line,json', ...args],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => {
      const results = readJson<PlaywrightReport>(report)
      return (
        results && {
          passed: results.stats.expected,
          failed: results.stats.unexpected,
          names: results.suites.flatMap(failedSpecs),
        }
      )
    },
  }
}

/** The first lines of a failure, below the name of its test. */
function firstLines(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter(line => !/^\s*(at .*)?$/.test(line))
  return lines
    .slice(0, 4)
    .map(line => `\n    ${line.slice(0, 200)}`)
    .join('')
}

function failedSpecs(suite: PlaywrightSuite): string[] {
  return [
    ...suite.specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests = [] }) => {
        const failed = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
        return `${file} > ${title}${firstLines(failed[0])}`
      }),
    ...(suite.suites ?? []).flatMap(failedSpecs),
  ]
}

export function runStep(step: Step): Promise<Result> {
  const began = Date.now()
  return new Promise(done => {
    const child = spawn('npm', ['run', '--silent', step.script, ...(step.args ? ['--', ...step.args] : [])], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A new process group, so that a step that hangs can be killed with all its children.
      detached: true,
      env: { ...process.env, ...step.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: '1' },
    })
    let output = ''
    const limit = setTimeout(() => {
      output += `\nGiven up after ${STEP_LIMIT_MS / 1000} s.\n`
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, STEP_LIMIT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', error => {
      output += error.message
    })
    child.on('close', code => {
      clearTimeout(limit)
      const ok = code === 0
      const count = step.count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
      // No test failed, so the step itself did, such as a build before the tests.
      if (!ok && count.failed === 0) count.failed = 1
      done({ step, ok, output, seconds: (Date.now() - began) / 1000, ...count })
    })
  })
}

/** Services that some tests need: the variable with the address, and the name to print when it is not set. */
const SERVICES = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL' },
  { variable: 'TEST_MQTT_URL', name: 'MQTT' },
]

/** A line for each service or program whose absence skipped tests. `.ci/run` refuses a run with such a line. */
export function missingServices(results: readonly Result[]): string[] {
  const missing = SERVICES.filter(({ variable }) => !process.env[variable])
  const printed = results.flatMap(({ output }) => output.match(/^NOT RUN: .+$/gm) ?? [])
  return [...missing.map(({ name }) => `${name}: NOT RUN`), ...new Set(printed)]
}

/** Prints the heading of a step, and its output when it failed. */
export function printStep(result: Result): Result {
  const { step, ok, seconds, passed, failed, output } = result
  const counted = step.count ? ` · ${passed} passed${failed ? `, ${failed} failed` : ''}` : ''
  console.log(`── ${step.name}: ${ok ? 'ok' : 'FAILED'}${counted} · ${seconds.toFixed(1)} s`)
  if (!ok) console.log(`${output.trim()}\n`)
  return result
}

/**
 * Prints failed steps and tests, then the given lines, then the number of all tests.
 *
 * @returns the exit code: 0 when all steps passed
 */
export function printSummary(
  results: readonly Result[],
  seconds: number,
  lines: readonly string[] = [],
): number {
  const failed = results.filter(result => !result.ok)
  console.log(`\n── ${Math.round(seconds)} s ──`)
  for (const { step, names } of failed) {
    console.log(`failed: ${step.name}`)
    for (const name of names ?? []) console.log(`  ${name}`)
  }
  for (const line of lines) console.log(line)
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return failed.length === 0 ? 0 : 1
}

/** `undefined` if the file does not exist or is incomplete. */
function readJson<Shape>(file: string): Shape | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape
  } catch {
    return undefined
  }
}
