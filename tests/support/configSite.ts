/**
 * A server per worker whose config folder journeys may change: starting a server and a new browser context takes longer
 * than most of these journeys. The folder is restored after each journey; records that it created stay.
 */
import { expect } from '@playwright/test'
import { type Site, startSite } from '../../src/tools/services/site'
import { type ConfigFolder, copyConfig, etag } from './configFolder'

export interface ConfigSite extends Site {
  config: ConfigFolder
  /** Restores the folder, and waits until the server serves the original config. */
  restore: () => Promise<void>
}

export async function startConfigSite(): Promise<ConfigSite> {
  const config = await copyConfig()
  const env = { FLEET_CONFIG: config.path }
  const site = await startSite({ data: process.env.JOURNEY_SEED, env })
  const first = await etag(site)
  const restore = async () => {
    await config.restore()
    await expect.poll(() => etag(site), { timeout: 60_000 }).toBe(first)
  }
  const stop = async () => {
    await site.stop()
    await config.discard()
  }
  return { ...site, config, restore, stop, [Symbol.asyncDispose]: stop }
}
