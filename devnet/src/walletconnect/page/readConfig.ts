import * as v from 'valibot'
import { type PhoneConfig, phoneConfig, phoneConfigElementId } from '../phoneConfig.ts'

/** Reads the config that the server wrote into the page. @throws ValiError if it is missing. */
export function readConfig(): PhoneConfig {
  const text = document.getElementById(phoneConfigElementId)?.textContent
  return v.parse(v.pipe(v.string(), v.parseJson(), phoneConfig), text)
}
