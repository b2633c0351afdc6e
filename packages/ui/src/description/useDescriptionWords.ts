import { createContext, useContext } from 'react'
import type { DescriptionWords } from './descriptionWords.ts'
import { enDescription } from './enDescription.ts'

/** The texts of the descriptions inside. */
export const DescriptionLanguage = createContext<DescriptionWords>(enDescription)

export function useDescriptionWords(): DescriptionWords {
  return useContext(DescriptionLanguage)
}
