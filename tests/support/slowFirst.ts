/** The order of test files: the slowest start first, so that the run does not end with waiting for one of them. */
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start servers and wait for them. */
const SLOWEST = ['start', 'backup', 'gatewayFaults', 'databaseGone', 'crash', 'account']
const SLOW = [...SLOWEST, 'gatewayProcess', 'gatewayLeases', 'pgbouncer', 'roster']

/** Component tests first, all together: a process then imports the modules of one project only. */
function rank({ moduleId, project }: TestSpecification): number {
  if (['console', 'screens'].includes(project.name)) return -1
  const at = SLOW.indexOf(basename(moduleId).split('.', 1)[0]!)
  return at < 0 ? SLOW.length : at
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
