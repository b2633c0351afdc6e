import { type DecoderThread, startDecoder } from './startDecoder.ts'

// The entry of the decoder's bundle: the one file with effects at import.
startDecoder(self as unknown as DecoderThread)
