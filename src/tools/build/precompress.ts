/** Vite plugin: adds gzip and brotli versions of the console's files, so that the server need not compress them. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files are not compressed. */
const MIN_BYTES = 1024

export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg|json)$/.test(fileName))
      for (const file of files) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (bytes.length < MIN_BYTES) continue
        const path = join(dir!, file.fileName)
        await Promise.all([
          promisify(gzip)(bytes, { level: 9 }).then(small => writeFile(`${path}.gz`, small)),
          promisify(brotliCompress)(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          }).then(small => writeFile(`${path}.br`, small)),
        ])
      }
    },
  }
}
