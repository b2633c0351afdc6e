// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A resolver of ENS whose records are kept outside of the chain (EIP-3668, ENSIP-10): it sends the caller to its
/// gateways, and accepts what its signer signed for this very question.
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error AnswerExpired();
    error AnswerForged();

    address public immutable signer;
    string[] private _urls;

    constructor(string[] memory urls, address signer_) {
        _urls = urls;
        signer = signer_;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == this.resolve.selector || id == 0x01ffc9a7;
    }

    /// Sends the caller to the gateways.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory question = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, question, this.resolveSigned.selector, question);
    }

    /// Returns the record in a gateway's answer, if the signer signed it for this question.
    /// @param answer `(bytes record, uint64 expiresAt, bytes signature)`, encoded
    /// @param question what the gateway was asked
    function resolveSigned(bytes calldata answer, bytes calldata question) external view returns (bytes memory) {
        (bytes memory result, uint64 expiresAt, bytes memory signature) = abi.decode(answer, (bytes, uint64, bytes));
        if (expiresAt < block.timestamp) revert AnswerExpired();
        bytes32 signed = keccak256(abi.encode(address(this), expiresAt, keccak256(question), keccak256(result)));
        if (ECDSA.recover(signed, signature) != signer) revert AnswerForged();
        // `resolve` returns bytes: encode the record as its caller expects.
        return result;
    }
}
