/** Seeds the demo fleet once; the servers of the journeys start from copies of it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '../../src/tools/services/site'

export default async function seedJourneys(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-seed-'))
  const site = await startSite({ folder })
  await site.stop()
  process.env.JOURNEY_SEED = folder
  return () => rm(folder, { recursive: true, force: true })
}
