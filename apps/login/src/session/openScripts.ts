import { FoyerError } from '@foyer/protocol'
import type { Boot } from '../boot.ts'

type Asset = Boot['parts']['worker']

/** The scripts that a document may run in addition to its own: two files that its boot value names by their hashes. */
export type Scripts = {
  /** Verifies the worker's bytes and returns an address to start a thread from. */
  openThread(asset: Asset): Promise<() => Worker>
  /** Loads a module script. @returns What it exports */
  importScript(asset: Asset): Promise<unknown>
}

type Policy = { createScriptURL(url: string): string }
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

/**
 * The only place where an address becomes a script, through the one Trusted Types policy of the login origin.
 * @throws TypeError (the browser's) when it is called twice in a document: the policy's name is good once
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
      // Workers have no integrity of their own: the bytes are checked here, and run from memory.
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
      // The very module that the element loaded and checked: an address is fetched once a document.
      return import(/* @vite-ignore */ src)
    },
  }
}

const failure = (src: string, cause: unknown) =>
  new FoyerError('something-went-wrong', { cause, details: `${src} could not be loaded.` })
