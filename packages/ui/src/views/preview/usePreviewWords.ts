import { useEffect, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { enPreview } from './enPreview.ts'
import type { PreviewWords } from './previewWords.ts'

/** English is included; others load with the view. */
const catalogues: Partial<Record<string, () => Promise<PreviewWords>>> = {
  es: () => import('./esPreview.ts').then((m) => m.esPreview),
  ar: () => import('./arPreview.ts').then((m) => m.arPreview),
}

/**
 * The view's texts in the modal's language, else in English.
 *
 * @returns undefined while they load.
 */
export function usePreviewWords(): PreviewWords | undefined {
  const { foyer } = useUi()
  const { locale } = useLanguage()
  const language = locale.toLowerCase().split('-')[0] ?? ''
  const load = Object.hasOwn(catalogues, language) ? catalogues[language] : undefined
  const [loaded, setLoaded] = useState<{ language: string; words: PreviewWords }>()
  useEffect(() => {
    let isOver = false
    const done = (words: PreviewWords) => {
      if (!isOver) setLoaded({ language, words })
    }
    load?.().then(done, (error) => {
      foyer.log('error', 'the texts could not be loaded', error)
      done(enPreview)
    })
    return () => {
      isOver = true
    }
  }, [foyer, language, load])
  if (!load) return enPreview
  return loaded?.language === language ? loaded.words : undefined
}
