import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sha256 } from '@foyer/server'
import { randomText } from '../sealedText.ts'

/** 256 random bits; the database has their SHA-256. */
export const newRefreshToken = () => randomText(32)
export const tokenHash = (token: string) => sha256(token)

const keyOf = (spent: string) =>
  createHash('sha256').update(`foyer1:refresh-answer:${spent}`).digest()

/** Encrypts the next token for the holder of the previous one: to repeat an answer that was lost. */
export function sealAnswer(spent: string, next: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(spent), iv)
  const ct = Buffer.concat([cipher.update(next, 'utf8'), cipher.final()])
  return Buffer.concat([iv, ct, cipher.getAuthTag()]).toString('base64url')
}

/** @throws Error when it was sealed for another token */
export function openAnswer(spent: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(spent), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}
