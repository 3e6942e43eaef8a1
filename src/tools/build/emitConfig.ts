/**
 * Vite plugin: adds the config and the map to the built console, for a console deployed without our server. The file
 * has the texts of all languages, because a static file cannot depend on the query. An invalid config stops the build
 * before it overwrites the previous one.
 */
import { type Plugin, runnerImport } from 'vite'

export function emitConfig(root: string): Plugin {
  const load = async <Module>(path: string) =>
    (await runnerImport<Module>(`${root}/src/${path}`, { root, configFile: false })).module

  let files: Record<string, string> = {}
  return {
    name: 'emit-config',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async buildStart() {
      // Import when needed: tests also load vite.config.ts, but do not need these modules.
      const { installed, openConfig } = await load<typeof import('../../server/config/openConfig')>(
        'server/config/openConfig.ts',
      )
      const { LOCALES } = await load<typeof import('../../engine/i18n')>('engine/i18n.ts')
      const opened = await openConfig({
        ...installed({
          config: process.env.FLEET_CONFIG || `${root}/config`,
          i18n: process.env.FLEET_I18N || undefined,
        }),
        watch: false,
      })
      const { shared, map } = opened.current()
      files = {
        'config.json': JSON.stringify(opened.boot(...LOCALES)),
        [new URL(shared.dashboard.map.url, 'http://map').pathname.slice(1)]: map,
      }
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
