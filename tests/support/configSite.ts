/**
 * A server whose config folder journeys change, one a worker: a server and a browser that has never seen it cost more
 * than most of these journeys do. The folder is put back after each of them; the records that they have made stay.
 */
import { expect } from '@playwright/test'
import { type Site, startSite } from '../../src/tools/services/site'
import { type ConfigFolder, copyConfig, etag } from './configFolder'

export interface ConfigSite extends Site {
  config: ConfigFolder
  /** Puts the folder back, and waits until the server gives out the config that it began with. */
  putBack: () => Promise<void>
}

export async function startConfigSite(): Promise<ConfigSite> {
  const config = await copyConfig()
  const env = { FLEET_CONFIG: config.path }
  const site = await startSite({ data: process.env.JOURNEY_SEED, env })
  const first = await etag(site)
  const putBack = async () => {
    await config.putBack()
    await expect.poll(() => etag(site), { timeout: 60_000 }).toBe(first)
  }
  const stop = async () => {
    await site.stop()
    await config.discard()
  }
  return { ...site, config, putBack, stop, [Symbol.asyncDispose]: stop }
}
