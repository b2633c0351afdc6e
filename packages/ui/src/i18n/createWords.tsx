import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { useLanguage, useUi } from '../context.ts'
import { fillMessage } from './fillMessage.ts'
import type { WordsOf } from './wordsOf.ts'

/** Returns the text of a key, with `{name}` filled in. */
export type SayOf<key> = (key: key, values?: Readonly<Record<string, string | number>>) => string

/** Texts of a feature, which load with its views and not with those of the modal. */
export type Words<en> = {
  /** Renders its children once the texts of the language have loaded. */
  readonly Words: ComponentType<{ children: ReactNode }>
  readonly useWords: () => SayOf<keyof en>
}

/**
 * Creates the texts of a feature: English is part of its code, the other languages load on demand.
 *
 * @example
 * ```tsx
 * export const { Words: SendWords, useWords: useSendWords } = createWords(enSend, {
 *   es: () => import('./esSend.ts').then((m) => m.esSend),
 * })
 * ```
 */
export function createWords<en extends Readonly<Record<string, string>>>(
  en: en,
  others: { readonly [language: string]: () => Promise<WordsOf<en>> },
): Words<en> {
  const Context = createContext<Partial<WordsOf<en>>>(en)
  return {
    Words({ children }) {
      const { foyer } = useUi()
      const { locale } = useLanguage()
      const load = others[locale.toLowerCase().split('-', 1)[0] ?? '']
      const [words, setWords] = useState<Partial<WordsOf<en>> | undefined>(load ? undefined : en)
      useEffect(() => {
        let ended = false
        const set = (next: Partial<WordsOf<en>>) => ended || setWords(next)
        if (!load) set(en)
        load?.().then(set, (error) => {
          foyer.log('error', 'the texts could not be loaded', error)
          set(en)
        })
        return () => {
          ended = true
        }
      }, [foyer, load, en])
      // In another language the earlier texts stay until its own have loaded: what a user has typed is kept.
      if (!words) return null
      return <Context.Provider value={load ? words : en}>{children}</Context.Provider>
    },
    useWords() {
      const words = useContext(Context)
      const own = useLanguage().messages as Partial<Record<keyof en, string>>
      return useCallback(
        (key, values) => fillMessage(own[key] ?? words[key] ?? en[key] ?? '', values),
        [own, words, en],
      )
    },
  }
}
