import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** The script of a document or of a part, and its styles. */
export type BuiltPage = { script: string; style: string | undefined }

/**
 * Bundles one entry into one self-contained script: the login server lists each file that may run by its hash, so
 * nothing unlisted may be loaded.
 * @throws Error Of the bundler, and when the entry gives more than a script and a style.
 */
export async function bundlePage(entryUrl: URL): Promise<BuiltPage> {
  const entry = fileURLToPath(entryUrl)
  // The output must not depend on the build folder: two folders give the same bytes.
  const root = dirname(dirname(entry))
  if (!existsSync(entry)) throw new Error(`${entry} is missing.`)
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'],
      dedupe: ['@noble/hashes', 'valibot'],
    },
    build: {
      write: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      minify: true,
      cssMinify: true,
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { page: entry },
        // The approval surface is imported by the frame: its exports stay.
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false, minify: true, entryFileNames: '[name].js' },
      },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  const scripts = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : []))
  const styles = outputs.flatMap((each) =>
    each.type === 'asset' && each.fileName.endsWith('.css') ? [String(each.source)] : [],
  )
  const [script] = scripts
  if (script === undefined || scripts.length + styles.length !== outputs.length || scripts[1])
    throw new Error(`${entry} is not one script: ${outputs.map((one) => one.fileName).join(', ')}`)
  return { script, style: styles.length > 0 ? styles.join('\n') : undefined }
}
