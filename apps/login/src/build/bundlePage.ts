import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Script and styles of a document, or of a part that is loaded on demand. */
export type BuiltPage = { script: string; style: string | undefined }

/**
 * Bundles one entry into one self-contained script: the content security policy lists each script by its hash, so a
 * script must not load another file.
 * @throws Error When bundling fails, or its output is not one script with optional styles.
 */
export async function bundlePage(entryUrl: URL): Promise<BuiltPage> {
  const entry = fileURLToPath(entryUrl)
  // Keep the build reproducible: the output must not contain the path of the checkout.
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
        // Keep exports: the frame imports the approval screens as a module.
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
