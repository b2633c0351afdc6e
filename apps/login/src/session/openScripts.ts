import { FoyerError } from '@foyer/protocol'
import type { Boot } from '../boot.ts'

type Asset = Boot['parts']['worker']

/** Loads the scripts that a document may run in addition to its own, each named in the boot value with its hash. */
export type Scripts = {
  /** Fetches a worker's script and verifies its hash. @returns A function that starts a thread of it. */
  openThread(asset: Asset): Promise<() => Worker>
  /** Loads a module script and verifies its hash. @returns Its exports. */
  importScript(asset: Asset): Promise<unknown>
}

type Policy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

/**
 * Creates the only Trusted Types policy of the login origin, and the two functions that load scripts through it.
 * @throws TypeError (the browser's) at the second call in a document: a policy name can be used once
 * @source security 2.6, 4.8
 */
export function openScripts(parts: Boot['parts']): Scripts {
  const own = [parts.approve.src]
  const createScriptURL = (url: string): string => {
    if (own.includes(url) || url.startsWith(`blob:${location.origin}/`)) return url
    throw new FoyerError('internal', { details: 'This is no script of the login site.' })
  }
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  const policy = trustedTypes?.createPolicy('foyer-worker', { createScriptURL }) ?? {
    createScriptURL,
  }
  return {
    async openThread({ integrity, src }) {
      // `new Worker()` has no integrity option: fetch verifies the bytes, and a blob URL runs them.
      const response = await fetch(src, { integrity }).catch((cause: unknown) => {
        throw failure(src, cause)
      })
      if (!response.ok) throw failure(src, response.status)
      const url = policy.createScriptURL(URL.createObjectURL(await response.blob()))
      return () => new Worker(url)
    },
    async importScript({ integrity, src }) {
      await new Promise((resolve, reject) => {
        const script = document.createElement('script')
        script.type = 'module'
        script.integrity = integrity
        script.onload = resolve
        script.onerror = reject
        script.src = policy.createScriptURL(src)
        document.head.append(script)
      }).catch((cause: unknown) => {
        throw failure(src, cause)
      })
      // Returns the module that the script element has verified: a document fetches a module's URL once.
      return import(/* @vite-ignore */ src)
    },
  }
}

const failure = (src: string, cause: unknown) =>
  new FoyerError('something-went-wrong', { cause, details: `${src} could not be loaded.` })
