import { type DecoderThread, startDecoder } from './startDecoder.ts'

// The entry of the decoder's bundle: the one file that does something when it is loaded.
startDecoder(self as unknown as DecoderThread)
