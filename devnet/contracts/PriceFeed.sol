// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A price feed with the functions of Chainlink's, whose price anyone may set.
contract PriceFeed {
    uint8 public constant decimals = 8;
    int256 private _answer;
    uint256 private _updatedAt;

    function set(int256 answer, uint256 updatedAt) external {
        _answer = answer;
        _updatedAt = updatedAt;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, _answer, _updatedAt, _updatedAt, 1);
    }
}
