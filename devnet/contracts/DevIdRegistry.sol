// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// The part of Farcaster's IdRegistry that a login reads; anyone may write it.
contract DevIdRegistry {
    mapping(address owner => uint256 fid) public idOf;

    function set(address owner, uint256 fid) external {
        idOf[owner] = fid;
    }
}
