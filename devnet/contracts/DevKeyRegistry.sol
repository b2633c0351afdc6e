// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The part of Farcaster's KeyRegistry that a login reads; anyone may write it.
contract DevKeyRegistry {
    struct KeyData {
        uint8 state;
        uint32 keyType;
    }

    mapping(uint256 fid => mapping(bytes key => KeyData)) public keyDataOf;

    function set(uint256 fid, bytes calldata key, uint8 state, uint32 keyType) external {
        keyDataOf[fid][key] = KeyData(state, keyType);
    }
}
